/** Lengths that a caller can run into and an operator may change. */
export interface Limits {
  promptCharacters: number;
  promptsPerRequest: number;
  collectionImages: number;
  questionCharacters: number;
  sdkUniqueIdCharacters: number;
}

/** The lengths that hold unless the operator changes them. */
export const defaultLimits: Limits = {
  promptCharacters: 4_000,
  promptsPerRequest: 10,
  collectionImages: 10_000,
  questionCharacters: 200_000,
  sdkUniqueIdCharacters: 255,
};

/** Bounds that are part of the protocol and the same everywhere. */
export const protocolLimits = {
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  requestIdCharacters: 128,
  defaultRequestsPerMinute: 200,
  rateWindowInSeconds: 60,
  /** The largest code that chains keep under one address (EIP-170). */
  contractRuntimeBytes: 24_576,
} as const;
