export {
  type AttemptLimit,
  countAttempt,
  deleteAttempts,
  deleteOldAttempts,
  takeAttempts,
} from "./attempts.repository.ts";
export { TooManyKeysError } from "./limits.errors.ts";
export { createLimitJobs } from "./limits.jobs.ts";
export { findOwnLimits, getLimits, limitNames, putDefaultLimits, putOwnLimits } from "./limits.repository.ts";
export { createPlaces, type Places } from "./places.ts";
export { assertStorageLeft, countStorageLeft } from "./stored-bytes.ts";
