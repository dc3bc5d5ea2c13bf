export type {
  Fees,
  Hex,
  MintedToken,
  MintingChain,
  MintReceipt,
  SignedTransaction,
} from "./chain.ts";
export { ContractRefusedError, FeesAboveCeilingError } from "./chain-errors.ts";
export { checkChain } from "./check-chain.ts";
export { collectionAbi } from "./collection-contract.ts";
export { addressOf, deployContract, everybody } from "./deploy-contract.ts";
export { createEvmMintingChain } from "./evm-minting-chain.ts";
export { readMintAccess } from "./read-mint-access.ts";
