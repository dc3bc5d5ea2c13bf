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

/** What an account may use, unless its operator gives it other limits; null for no limit. */
export interface AccountLimits {
  /** Requests in any 60 seconds over all keys. */
  ratePerMinute: number | null;
  keys: number | null;
  /** Event streams that are open at once. */
  streams: number | null;
  /** Bytes of images in the storage. */
  storedBytes: number | null;
  /** Project sites that are read at once. */
  pages: number | null;
  /** Free calls that are much work, such as exports, at once. */
  heavyOperations: number | null;
}

/** The limits of accounts that hold unless the operator changes them. */
export const defaultAccountLimits = {
  ratePerMinute: 12_000,
  keys: 100,
  streams: 100,
  storedBytes: 50 * 1024 ** 3,
  pages: 8,
  heavyOperations: 8,
} as const satisfies AccountLimits;

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
