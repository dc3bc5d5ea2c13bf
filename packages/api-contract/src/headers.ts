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
