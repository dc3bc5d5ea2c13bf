export type Hex = `0x${string}`;

/** The fees that a transaction offers, in wei. Chains without EIP-1559 have one gas price. */
export interface Fees {
  maxFeePerGas: bigint;
  /** Null on chains without EIP-1559. */
  maxPriorityFeePerGas: bigint | null;
}

export interface MintCall {
  to: Hex;
  tokenUri: string;
}

export interface FeeQuote {
  /** Recommended fees, never above the operator's ceiling. */
  fees: Fees;
  /** The minimum that the next block accepts. */
  lowestFeePerGas: bigint;
  blockNumber: bigint;
}

export interface TransactionTerms {
  nonce: number;
  gas: bigint;
  fees: Fees;
}

/** A signed transaction. The same bytes can be sent any number of times. */
export interface SignedTransaction {
  raw: Hex;
  hash: Hex;
}

export interface MintReceipt {
  blockNumber: bigint;
  /** The minted tokens in their order; empty when the transaction was reverted. */
  minted: (MintCall & { tokenId: bigint })[];
}

export interface MintedToken {
  hash: Hex;
  blockNumber: bigint;
  tokenId: bigint;
}

/** A mint as the Solidity contract reported it, by any sender. */
export interface MintEvent extends MintedToken {
  to: Hex;
  tokenUri: string;
}

/**
 * How a node responded to a transaction. `nonce_used` means that this or another transaction with the same nonce was
 * mined. A refused transaction may be accepted later unless the refusal is permanent.
 */
export type SendOutcome =
  | { kind: "accepted" }
  | { kind: "nonce_used" }
  | { kind: "underpriced" }
  | { kind: "deferred"; reason: string }
  | { kind: "refused"; reason: string; isPermanent: boolean };

/** A wallet that mints into one Solidity contract of one chain. It does not track nonces: the caller does. */
export interface MintingChain {
  readonly chainId: number;
  readonly contract: Hex;
  readonly signer: Hex;
  readonly confirmations: number;
  readonly stuckAfterInMs: number;
  /** Upper bound of the fee per unit of gas, in wei. */
  readonly maxFeePerGas: bigint;
  /** Whether the Solidity contract mints several tokens in one transaction. */
  offersBatches(): Promise<boolean>;
  /**
   * Estimates the gas of minting tokens to one receiver in one transaction. Throws when the Solidity contract would
   * revert, or when it needs more gas per token than the operator allows.
   */
  estimateGas(calls: readonly MintCall[]): Promise<bigint>;
  estimateSelfTransferGas(): Promise<bigint>;
  quoteFees(): Promise<FeeQuote>;
  /** Signs the mint of tokens to one receiver: `mint` of one token, `mintBatch` of several. */
  sign(calls: readonly MintCall[], terms: TransactionTerms): Promise<SignedTransaction>;
  /** Signs an empty transfer to the wallet itself, which uses up a nonce and has no other effect. */
  signSelfTransfer(terms: TransactionTerms): Promise<SignedTransaction>;
  send(raw: Hex): Promise<SendOutcome>;
  findReceipt(hash: Hex): Promise<MintReceipt | undefined>;
  findMintedToken(call: MintCall, fromBlock: bigint, toBlock: bigint): Promise<MintedToken | undefined>;
  /** Lists the mints of the Solidity contract in a range of blocks that one query may cover. */
  listMints(fromBlock: bigint, toBlock: bigint): Promise<MintEvent[]>;
  /** The nonce of a transaction that this wallet sent; undefined when another one did. */
  findOwnNonce(hash: Hex): Promise<number | undefined>;
  getBlockNumber(): Promise<bigint>;
  /** Counts the wallet's mined transactions, up to the newest block unless given. */
  countTransactions(upToBlock?: bigint): Promise<number>;
  /** Counts them with those that wait at the node. */
  countPendingTransactions(): Promise<number>;
}
