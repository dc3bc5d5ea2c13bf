export { hashKey, isWellFormedKey } from "./key-format.ts";
export { KeyNotFoundError } from "./keys.errors.ts";
export { listKeys, type StoredKey } from "./keys.repository.ts";
export {
  type CreatedKey,
  changeApiKey,
  createApiKey,
  ensureDashboardKey,
  replaceApiKey,
  revokeApiKey,
} from "./keys.service.ts";
