export type { Hex } from "./chain.ts";
export { collectionAbi } from "./collection-contract.ts";
export { addressOf, deployContract, everybody } from "./deploy-contract.ts";
