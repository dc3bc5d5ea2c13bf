export { hashKey, isWellFormedKey } from "./key-format.ts";
export { listKeys, type StoredKey } from "./keys.repository.ts";
export { type CreatedKey, createApiKey, replaceApiKey, revokeApiKey } from "./keys.service.ts";
