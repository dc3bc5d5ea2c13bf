export type { ShareUrlOf } from "./describe-item.ts";
export { createLibraryJobs } from "./library.jobs.ts";
export { registerLibraryRoutes } from "./library.routes.ts";
export { createLibraryService, type LibraryService } from "./library.service.ts";
export { libraryFolderOf } from "./library-files.ts";
export { createResultStore, type ResultStore } from "./result-store.ts";
export { registerSharedRoutes } from "./shared-items.routes.ts";
