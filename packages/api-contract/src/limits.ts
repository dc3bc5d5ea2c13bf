/** Length limits that callers can reach and the operator can change. */
export interface Limits {
  promptCharacters: number;
  promptsPerRequest: number;
  collectionImages: number;
  questionCharacters: number;
  sdkUniqueIdCharacters: number;
}

export const defaultLimits: Limits = {
  promptCharacters: 4_000,
  promptsPerRequest: 10,
  collectionImages: 10_000,
  questionCharacters: 200_000,
  sdkUniqueIdCharacters: 255,
};

/** Usage limits of an account. The operator can change them for each account; null means unlimited. */
export interface AccountLimits {
  /** Requests in any 60 seconds, over all keys. */
  ratePerMinute: number | null;
  keys: number | null;
  /** Concurrent event streams. */
  streams: number | null;
  /** Bytes of stored images and of the library. */
  storedBytes: number | null;
  /** Project sites that are read concurrently. */
  pages: number | null;
  /** Concurrent calls that are expensive to serve, such as exports and audits of projects. */
  heavyOperations: number | null;
}

export const defaultAccountLimits = {
  ratePerMinute: 12_000,
  keys: 100,
  streams: 100,
  storedBytes: 50 * 1024 ** 3,
  pages: 8,
  heavyOperations: 8,
} as const satisfies AccountLimits;

/** How large a project may be that is sent for an audit. */
export const projectLimits = { zipBytes: 5_000_000, files: 2_000, unpackedBytes: 20_000_000 } as const;

/** Limits that are part of the protocol and cannot be configured. */
export const protocolLimits = {
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  requestIdCharacters: 128,
  defaultRequestsPerMinute: 200,
  rateWindowInSeconds: 60,
  /** The maximum code size of a deployed contract (EIP-170). */
  contractRuntimeBytes: 24_576,
} as const;
