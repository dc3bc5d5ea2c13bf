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

/** Where metadata and images are pinned. */
export type PinningConfig =
  | { type: "kubo"; rpcUrl: string; authorization?: string | undefined }
  | { type: "pinning-service"; endpoint: string; accessToken?: string | undefined; origins: string[] };
