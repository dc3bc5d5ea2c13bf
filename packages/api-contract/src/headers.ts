export const headerNames = {
  requestId: "x-request-id",
  idempotencyKey: "idempotency-key",
  idempotencyReplayed: "idempotency-replayed",
  creditsCharged: "x-credits-charged",
  creditsHeld: "x-credits-held",
  creditsRemaining: "x-credits-remaining",
  engine: "x-mintwright-engine",
  imageSeed: "x-image-seed",
  libraryItem: "x-library-item",
  libraryKeptUntil: "x-library-kept-until",
  fault: "x-mintwright-fault",
  sandbox: "x-mintwright-sandbox",
} as const;

/** Headers that a browser reveals to a page of another origin only if CORS exposes them. */
export const exposedHeaderNames: readonly string[] = [
  ...Object.values(headerNames).filter((name) => name !== "idempotency-key" && name !== "x-mintwright-fault"),
  "ratelimit",
  "ratelimit-policy",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "retry-after",
  "preference-applied",
  "warning",
  "content-disposition",
  "etag",
  "x-ipfs-roots",
];
