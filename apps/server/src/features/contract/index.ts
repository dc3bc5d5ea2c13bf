export { type DeployedContract, registerContractRoutes } from "./contract.routes.ts";
