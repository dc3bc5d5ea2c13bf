export { registerChainRoutes } from "./chains.routes.ts";
