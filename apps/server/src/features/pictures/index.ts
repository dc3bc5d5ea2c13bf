export { keepPicture } from "./picture-store.ts";
export { registerPictureRoutes } from "./pictures.routes.ts";
