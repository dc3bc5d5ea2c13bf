export interface ChainConfig {
  rpcUrl: string;
  contract?: `0x${string}` | undefined;
  signerKey?: `0x${string}` | undefined;
  /** Blocks that must follow a mint's block before the mint counts as final. */
  confirmations: number;
  /** How long a transaction may stay unmined before it is replaced with a higher fee. */
  stuckAfterInMs: number;
}

export interface MintingConfig {
  /** Tokens whose mint needs more gas are refused. */
  maxGasPerMint: number;
  maxAttemptsPerToken: number;
  maxFeePerGasInGwei: number;
  priceInCredits: number;
}

export type PinningConfig =
  | { type: "kubo"; rpcUrl: string; authorization?: string | undefined }
  | { type: "pinning-service"; endpoint: string; accessToken?: string | undefined; origins: string[] };
