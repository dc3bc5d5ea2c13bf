export { startCollectionKeeper } from "./collection-keeper.ts";
export { createCollectionJobs } from "./collections.jobs.ts";
export { registerCollectionRoutes } from "./collections.routes.ts";
export { type CollectionService, createCollectionService } from "./collections.service.ts";
export { measureImageLines } from "./image-backlog.repository.ts";
export { folderOf } from "./image-files.ts";
export { type EnginePlaces, startImageWork } from "./image-work.ts";
export { collectionJobKinds } from "./job-kinds.ts";
export type { ImageMaking } from "./make-image.ts";
