export { registerImageRoutes } from "./images.routes.ts";
export { createImageService } from "./images.service.ts";
export { createModeration } from "./moderation.ts";
