export { registerPictureRoutes, thumbnailFolderOf } from "./pictures.routes.ts";
