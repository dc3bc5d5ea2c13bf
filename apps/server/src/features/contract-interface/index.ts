export { type DeployedContract, registerContractInterfaceRoutes } from "./contract-interface.routes.ts";
