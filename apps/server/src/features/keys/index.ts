export { hashKey, isWellFormedKey } from "./key-format.ts";
export { registerKeysDashboard } from "./keys.dashboard.ts";
export { deleteRevokedWindows, ensureMemberKey, listKeys, type StoredKey } from "./keys.repository.ts";
export { type CreatedKey, createApiKey, replaceApiKey, revokeApiKey } from "./keys.service.ts";
