export { chainChecks } from "./chain-checks.ts";
export { registerChainRoutes } from "./chains.routes.ts";
