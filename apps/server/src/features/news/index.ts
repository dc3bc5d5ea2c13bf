export { registerNewsRoutes } from "./news.routes.ts";
