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
export { encodeDropDeployment } from "./drop-contract.ts";
export { createDropReader, type DropReader, type DropState } from "./drop-reader.ts";
export { createEvmMintingChain } from "./evm-minting-chain.ts";
export { readMintAccess } from "./read-mint-access.ts";
export { type MintTransaction, readMintTransaction } from "./read-mint-transaction.ts";
