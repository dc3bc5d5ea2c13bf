export { getCredentialSeed } from "./credential-seed.repository.ts";
export { registerImageRoutes } from "./images.routes.ts";
export { createImageService, type ImageService } from "./images.service.ts";
export { createModeration } from "./moderation.ts";
export { registerPromptRoutes } from "./prompts.routes.ts";
export { type DrawnTrait, dealTraits } from "./traits.ts";
