/** Enlarges pictures by adding believable detail, and restores detail at the same size. */
export interface Upscaler {
  /** Returns a PNG of exactly the given size. */
  enlarge(picture: { bytes: Buffer; width: number; height: number; signal: AbortSignal }): Promise<Buffer>;
  /** Ends its workers. */
  stop(): Promise<void>;
}
