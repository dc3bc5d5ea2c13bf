/** A chain that the operator serves. */
export interface ChainConfig {
  rpcUrl: string;
  /** The deployed MintwrightCollection. */
  contract?: `0x${string}` | undefined;
  /** Private key of the wallet that deploys and mints. */
  signerKey?: `0x${string}` | undefined;
  /** How many blocks must follow the block of a mint before it counts as final. */
  confirmations: number;
  /** After how long without being mined a transaction is offered a higher fee. */
  stuckAfterInMs: number;
}

/** What minting for callers may cost the operator, and what it costs them. */
export interface MintingConfig {
  /** A token whose mint needs more gas is refused. */
  maxGasPerMint: number;
  /** How often the transaction of a token may fail before the service gives it up. */
  maxAttemptsPerToken: number;
  /** No transaction offers more for a unit of gas. */
  maxFeePerGasInGwei: number;
  /** What a caller pays for each token that the service mints. */
  priceInCredits: number;
}

/** Where metadata and images are pinned. */
export type PinningConfig =
  | { type: "kubo"; rpcUrl: string; authorization?: string | undefined }
  | { type: "pinning-service"; endpoint: string; accessToken?: string | undefined; origins: string[] };
