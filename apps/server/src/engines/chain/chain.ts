/** A hex text, as addresses, hashes and signed transactions are written. */
export type Hex = `0x${string}`;

/** What a transaction offers for its place in a block, in wei. Chains without EIP-1559 have one price. */
export interface Fees {
  maxFeePerGas: bigint;
  /** Null on chains without EIP-1559. */
  maxPriorityFeePerGas: bigint | null;
}

/** One token to be minted. */
export interface MintCall {
  to: Hex;
  tokenUri: string;
}

/** What the chain asks for at this moment. */
export interface FeeQuote {
  /** What to offer, never above the operator's ceiling. */
  fees: Fees;
  /** The least that the next block takes. */
  lowestFeePerGas: bigint;
  /** The block for which it was asked. */
  blockNumber: bigint;
}

/** What is signed into a transaction besides what it does. */
export interface TransactionTerms {
  nonce: number;
  gas: bigint;
  fees: Fees;
}

/** A transaction as it will be sent, however often. */
export interface SignedTransaction {
  raw: Hex;
  hash: Hex;
}

/** What became of a transaction that is in a block. */
export interface MintReceipt {
  blockNumber: bigint;
  /** Undefined when the transaction was reverted. */
  tokenId: bigint | undefined;
}

/** A token that the contract says it minted. */
export interface MintedToken {
  hash: Hex;
  blockNumber: bigint;
  tokenId: bigint;
}

/**
 * How a node took a transaction. A nonce that was used means that this or another transaction of it was mined. A refused
 * transaction may be accepted later, unless the node says what cannot change.
 */
export type SendOutcome =
  | { kind: "accepted" }
  | { kind: "nonce_used" }
  | { kind: "underpriced" }
  | { kind: "deferred"; reason: string }
  | { kind: "refused"; reason: string; isPermanent: boolean };

/** A wallet that mints into one contract of one chain. It keeps no nonces: whoever calls it does. */
export interface MintingChain {
  readonly chainId: number;
  readonly contract: Hex;
  readonly signer: Hex;
  readonly confirmations: number;
  readonly stuckAfterInMs: number;
  /** The ceiling of what a transaction offers for a unit of gas, in wei. */
  readonly maxFeePerGas: bigint;
  /** Asks what the mint would need; throws when the contract would refuse it or when it needs more than the operator allows. */
  estimateGas(call: MintCall): Promise<bigint>;
  /** Asks what a transfer of nothing to the wallet itself would need. */
  estimateSelfTransferGas(): Promise<bigint>;
  quoteFees(): Promise<FeeQuote>;
  sign(call: MintCall, terms: TransactionTerms): Promise<SignedTransaction>;
  /** Signs a transfer of nothing to the wallet itself: it uses up a nonce and does nothing else. */
  signSelfTransfer(terms: TransactionTerms): Promise<SignedTransaction>;
  send(raw: Hex): Promise<SendOutcome>;
  findReceipt(hash: Hex): Promise<MintReceipt | undefined>;
  /** Looks for the token in the contract's own log of mints. */
  findMintedToken(call: MintCall, fromBlock: bigint, toBlock: bigint): Promise<MintedToken | undefined>;
  getBlockNumber(): Promise<bigint>;
  /** How many transactions of the signer are in blocks, up to the given one or the newest. */
  countTransactions(upToBlock?: bigint): Promise<number>;
}
