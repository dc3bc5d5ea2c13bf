import { z } from "zod";

const keptFor = (unit: string, atLeast = 1) => {
  const message = `must be at least ${atLeast} ${unit}${atLeast > 1 ? "s" : ""}, or forever`;
  return z.union(
    [z.int(message).min(atLeast, message).max(36_500, message), z.literal("forever", message)],
    message,
  );
};

/**
 * How long data is kept. What users made and paid for is kept unless the operator sets a limit; the answers of
 * idempotency keys are not listed, because the API promises their 24 hours.
 */
export const retentionSchema = z
  .strictObject({
    /** Chat records of all accounts. An owner can choose a shorter time, never a longer one. */
    chatDays: keptFor("day").default("forever"),
    /** Collections, their images and files, after they have ended. Minted or pinned collections are kept. */
    imageDays: keptFor("day").default("forever"),
    /** Items of the library, after they were stored. A change applies to items that are stored from then on. */
    libraryDays: keptFor("day").default("forever"),
    /** Whole months of usage by hour, besides the current one. The dashboard shows 90 days. */
    usageMonths: keptFor("month", 4).default(25),
    /** The request log, by whole days. */
    logDays: keptFor("day").default(30),
    /** Bodies in the request log, where they are stored. */
    logBodyDays: keptFor("day").default(7),
    /** Webhook deliveries that need no more attempts, and their attempts. */
    webhookLogDays: keptFor("day").default(30),
    /** News articles with their images. */
    newsDays: keptFor("day").default(730),
  })
  .prefault({});

export type RetentionConfig = z.infer<typeof retentionSchema>;
