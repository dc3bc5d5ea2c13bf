export {
  createDeleteFilesJob,
  createFileDeletion,
  deleteFilesKind,
  type QueueFileDeletion,
} from "./account-files.ts";
export { registerFilesDashboard } from "./files.dashboard.ts";
export { registerFileRoutes, thumbnailFolderOf } from "./files.routes.ts";
export { findKeptReference, getReference, keepReference, referenceFolderOf } from "./kept-references.ts";
export { fetchReferenceImage, maxReferenceBytes, prepareReference } from "./reference-image.ts";
