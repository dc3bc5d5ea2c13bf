export { hashKey, isWellFormedKey } from "./key-format.ts";
export { KeyNotFoundError } from "./keys.errors.ts";
export { deleteRevokedWindows, ensureDashboardKey, listKeys, type StoredKey } from "./keys.repository.ts";
export {
  type CreatedKey,
  changeApiKey,
  createApiKey,
  replaceApiKey,
  revokeApiKey,
} from "./keys.service.ts";
