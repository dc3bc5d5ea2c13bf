/** Response and request headers beyond the standard ones, spelled once. */
export const headerNames = {
  requestId: "x-request-id",
  idempotencyKey: "idempotency-key",
  idempotencyReplayed: "idempotency-replayed",
  creditsCharged: "x-credits-charged",
  creditsHeld: "x-credits-held",
  creditsRemaining: "x-credits-remaining",
  engine: "x-mintwright-engine",
  imageSeed: "x-image-seed",
  fault: "x-mintwright-fault",
  sandbox: "x-mintwright-sandbox",
} as const;

/** What an answer says beside its body, and a browser shows to a page of another origin only when it is named. */
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
