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

/** How a node took a transaction. A nonce that was used means that this or another transaction of it was mined. */
export type SendOutcome =
  | { kind: "accepted" }
  | { kind: "nonce_used" }
  | { kind: "underpriced" }
  | { kind: "refused"; reason: string };

/** A wallet that mints into one contract of one chain. It keeps no nonces: whoever calls it does. */
export interface MintingChain {
  readonly chainId: number;
  readonly contract: Hex;
  readonly signer: Hex;
  readonly confirmations: number;
  readonly stuckAfterInMs: number;
  /** Asks what the mint would need; throws when the contract would refuse it. */
  estimateGas(call: MintCall): Promise<bigint>;
  suggestFees(): Promise<Fees>;
  sign(call: MintCall, terms: { nonce: number; gas: bigint; fees: Fees }): Promise<SignedTransaction>;
  send(raw: Hex): Promise<SendOutcome>;
  findReceipt(hash: Hex): Promise<MintReceipt | undefined>;
  getBlockNumber(): Promise<bigint>;
  /** How many transactions of the signer are in blocks, up to the given one or the newest. */
  countTransactions(upToBlock?: bigint): Promise<number>;
}
