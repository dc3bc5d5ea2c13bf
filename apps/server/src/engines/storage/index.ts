export { createDirectoryStore } from "./directory-store.ts";
export type { ObjectStore } from "./object-store.ts";
