import { area } from "../rule.ts";

const charging = area("Charging", [
  [
    "PAY-1",
    "built",
    "decisions, Everywhere (doc 1, Errors; doc 2, Errors; doc 3, Errors)",
    "A metered call that the balance cannot pay is 402, never 401, 403 or 429.",
    "status for insufficient credits",
  ],
  [
    "PAY-2",
    "built",
    "decisions, Everywhere",
    "The 402 body says the price of the call and the balance of the account.",
    "what a 402 tells the caller",
  ],
  [
    "PAY-3",
    "built",
    "decisions, Everywhere",
    "Every metered answer carries `X-Credits-Charged` with what was charged and `X-Credits-Remaining` with the balance after it.",
    "how the caller learns the price paid",
  ],
  [
    "PAY-4",
    "built",
    "decisions, Everywhere",
    "`Prefer: dry-run` on a metered call answers with the exact price that the same call would be charged.",
    "how the caller learns a price in advance",
  ],
  [
    "PAY-5",
    "built",
    "decisions, Everywhere",
    "A dry run charges nothing, starts no work and stores nothing.",
    "side effects of a dry run",
  ],
  [
    "PAY-6",
    "built",
    "decisions, Everywhere",
    "A request that fails validation is never charged.",
    "whether an invalid request costs",
  ],
  [
    "PAY-7",
    "built",
    "decisions, Everywhere",
    "When the work fails and nothing is delivered, the whole charge is released.",
    "price of failed work",
  ],
  [
    "PAY-8",
    "built",
    "decisions, Everywhere",
    "When part of the work is delivered, only that part is charged.",
    "price of partly delivered work",
  ],
  [
    "PAY-9",
    "built",
    "doc 1, Limits; doc 2, Limits",
    "Prices with fractions (0.5, 4.75, 14.25) are charged exactly, without rounding to whole credits.",
  ],
  [
    "PAY-10",
    "built",
    "doc 1, Limits",
    "Progress, chain list, contract interface and mint metadata cost nothing.",
  ],
]);

const idempotency = area("Idempotency", [
  [
    "IDEM-1",
    "built",
    "decisions, Everywhere",
    "Every metered POST accepts `Idempotency-Key` of up to 255 characters; a longer one is 400.",
    "safe repetition of a metered call",
  ],
  [
    "IDEM-2",
    "built",
    "decisions, Everywhere",
    "The same key with the same body gives the first answer again: same status, same body.",
    "repetition with the same body",
  ],
  [
    "IDEM-3",
    "built",
    "decisions, Everywhere",
    "A replayed answer is charged once in all and runs the work once.",
    "price of a repetition",
  ],
  [
    "IDEM-4",
    "built",
    "decisions, Everywhere",
    "An answer is replayed for 24 hours; after that the key is free again.",
    "how long an answer is kept for repetition",
  ],
  [
    "IDEM-5",
    "built",
    "decisions, Everywhere",
    "The same key with another body is 422 and is not charged.",
    "repetition with another body",
  ],
  [
    "IDEM-6",
    "built",
    "decisions, Everywhere",
    "The same key while the first request still runs is 409.",
    "repetition during the first request",
  ],
]);

const rateLimit = area("Rate limit", [
  [
    "RATE-1",
    "built",
    "decisions, Everywhere (doc 1, Limits; doc 2, Limits; doc 3, Limits)",
    "A key may make 200 requests a minute, counted over all endpoints together; the next one is 429.",
    "rate limit of images and news",
  ],
  [
    "RATE-2",
    "built",
    "decisions, Everywhere (doc 2, Limits)",
    "Requests to general_assistant count against the same limit.",
    "rate limit of general_assistant",
  ],
  [
    "RATE-3",
    "built",
    "decisions, Everywhere",
    "A key may carry its own limit, which replaces the 200.",
    "whether the limit can differ by key",
  ],
  [
    "RATE-4",
    "built",
    "decisions, Everywhere (doc 1, Errors; doc 2, Errors)",
    "A 429 always carries `Retry-After`, and a request is accepted again once that time has passed.",
    "whether `Retry-After` is certain",
  ],
  [
    "RATE-5",
    "built",
    "decisions, Everywhere",
    "Every authenticated answer to a key that has a limit carries `RateLimit` and `RateLimit-Policy`.",
    "how the caller learns the limit: standard headers",
  ],
  [
    "RATE-6",
    "built",
    "decisions, Everywhere",
    "Every authenticated answer to a key that has a limit carries the `X-RateLimit-*` headers, in agreement with `RateLimit`.",
    "how the caller learns the limit: customary headers",
  ],
  ["RATE-7", "built", "doc 2, Limits", "Two keys are counted separately."],
  [
    "RATE-8",
    "built",
    "decisions, Everywhere",
    "A request refused by the rate limit is not charged.",
    "price of a rate-limited request",
  ],
]);

/** Rules that hold on every metered or limited route. */
export const metering = [...charging, ...idempotency, ...rateLimit];
