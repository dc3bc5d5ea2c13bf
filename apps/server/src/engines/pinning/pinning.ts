export interface PinRequest {
  root: string;
  name: string;
  readCar(): AsyncIterable<Uint8Array>;
}

/** Progress of a pin. `check` takes the request id of one that is not finished. */
export type PinProgress = { state: "pinned" } | { state: "pinning"; requestId: string };

export interface Pinning {
  /** Requests a pin. Throws PinningError when it is refused. */
  pin(request: PinRequest, signal: AbortSignal): Promise<PinProgress>;
  check(requestId: string, signal: AbortSignal): Promise<PinProgress>;
  /** Throws with a message for the operator unless the service accepts our credentials. */
  checkHealth(signal: AbortSignal): Promise<void>;
}

export class PinningError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PinningError";
  }
}
