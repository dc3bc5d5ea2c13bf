export { createDirectoryStore } from "./directory-store.ts";
export { type ByteRange, type ObjectStore, StorageError } from "./object-store.ts";
