import { z } from "zod";

const keptFor = (unit: string) =>
  z.union([z.int().min(1).max(36_500), z.literal("forever")], `must be a number of ${unit}, or forever`);

/**
 * How long data is kept. What users made and paid for is kept unless the operator sets a limit; the answers of
 * idempotency keys are not listed, because the API promises their 24 hours.
 */
export const retentionSchema = z
  .strictObject({
    /** Chat records of all accounts. An owner can choose a shorter time, never a longer one. */
    chatDays: keptFor("days").default("forever"),
    /** Collections, their images and files, after they have ended. Minted or pinned collections are kept. */
    imageDays: keptFor("days").default("forever"),
    /** Whole months of usage by hour, besides the current one. The dashboard shows 90 days. */
    usageMonths: z
      .union([z.int().min(4).max(1_200), z.literal("forever")], "must be at least 4 months, or forever")
      .default(25),
    /** Webhook deliveries that need no more attempts, and their attempts. */
    webhookLogDays: keptFor("days").default(30),
    /** News articles with their images. */
    newsDays: keptFor("days").default(730),
  })
  .prefault({});

export type RetentionConfig = z.infer<typeof retentionSchema>;
