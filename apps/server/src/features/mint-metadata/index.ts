export { listNewestDescriptions } from "./descriptions.repository.ts";
export { registerMintMetadataRoutes } from "./mint-metadata.routes.ts";
export { createMintMetadataService } from "./mint-metadata.service.ts";
export { createPinningJobs, pinCollectionJob } from "./pinning.jobs.ts";
