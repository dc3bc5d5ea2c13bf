export { registerPictureRoutes } from "./pictures.routes.ts";
