/** A folder that should stay available. */
export interface PinRequest {
  root: string;
  name: string;
  /** Gives the folder as a CAR file. */
  readCar(): AsyncIterable<Uint8Array>;
}

/** How far a pin is. One that is under way is asked for again by its request id. */
export type PinProgress = { state: "pinned" } | { state: "pinning"; requestId: string };

/** Keeps folders available on IPFS. */
export interface Pinning {
  /** Asks for a pin; throws PinningError when it is refused. */
  pin(request: PinRequest, signal: AbortSignal): Promise<PinProgress>;
  /** Asks how far a pin is. */
  check(requestId: string, signal: AbortSignal): Promise<PinProgress>;
  /** Throws in words for the operator unless it answers and knows us. */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** The pinning part failed, in words for the operator. */
export class PinningError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PinningError";
  }
}
