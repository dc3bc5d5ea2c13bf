export interface ChainConfig {
  rpcUrl: string;
  /** Address of the deployed MintwrightCollection. */
  contract?: `0x${string}` | undefined;
  /** Private key of the wallet that deploys and mints. */
  signerKey?: `0x${string}` | undefined;
  /** Blocks that must follow a mint's block before the mint counts as final. */
  confirmations: number;
  /** How long a transaction may stay unmined before it is replaced with a higher fee. */
  stuckAfterInMs: number;
}

export interface MintingConfig {
  /** Tokens whose mint needs more gas are refused. */
  maxGasPerMint: number;
  /** Failed transactions after which a token counts as failed. */
  maxAttemptsPerToken: number;
  /** Upper bound of the fee offered per unit of gas. */
  maxFeePerGasInGwei: number;
  /** Price of each token that the service mints for a caller. */
  priceInCredits: number;
}

export type PinningConfig =
  | { type: "kubo"; rpcUrl: string; authorization?: string | undefined }
  | { type: "pinning-service"; endpoint: string; accessToken?: string | undefined; origins: string[] };
