import { z } from "zod";
import type { PaymentConfig } from "./config.ts";
import { type SecretReference, secretSchema } from "./environment-schema.ts";

/** Stripe counts these in hundredths although they have no decimals: amounts would be off by a factor of 100. */
const oddCurrencies = ["isk", "ugx"];

/** True for currencies with no or two decimals. With three, Stripe requires every amount to end in 0. */
function isCountedPlainly(currency: string): boolean {
  if (!Intl.supportedValuesOf("currency").includes(currency.toUpperCase())) return false;
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits;
  return !oddCurrencies.includes(currency) && (digits === 0 || digits === 2);
}

export const paymentSchema = z.strictObject({
  provider: z.literal("stripe", "must be stripe"),
  secretKey: secretSchema,
  webhookSecret: secretSchema,
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, "must be a currency in lower case, such as usd")
    .refine(isCountedPlainly, "is not a currency with two decimals or none; choose another, such as usd"),
  // In the currency's smallest unit, as Stripe counts. Fractions are allowed as long as each pack costs a whole amount.
  pricePerCredit: z.number().positive("must be what one credit costs, in the currency's smallest unit"),
  packs: z
    .array(z.number().positive().max(10_000_000).multipleOf(0.01, "credits have at most two decimals"))
    .min(1, "needs at least one amount of credits")
    .max(12),
  // Name and address on receipts.
  seller: z.array(z.string().min(1).max(100)).max(8).default([]),
  apiUrl: z
    .url({ protocol: /^https?$/, error: "must be the URL of a server that speaks Stripe's protocol" })
    .optional(),
});

/** Resolves the secrets and computes the price of each pack. */
export function readPayments(
  payments: z.infer<typeof paymentSchema> | undefined,
  place: string,
  readSecret: (reference: SecretReference | undefined, place: string) => string | undefined,
  problems: string[],
): PaymentConfig | undefined {
  if (!payments) return undefined;
  const { secretKey, webhookSecret, pricePerCredit, packs, currency, seller, apiUrl } = payments;
  const priced = [...new Set(packs)].map((credits) => {
    const exact = credits * pricePerCredit;
    const amount = Math.round(exact);
    // Tolerance for binary rounding, such as 0.07 * 100.
    if (amount < 1 || Math.abs(exact - amount) > 1e-6)
      problems.push(
        `${place}.packs: ${credits} credits would cost ${exact}, which is not a whole amount; change pricePerCredit or the pack`,
      );
    return { credits, amount };
  });
  return {
    secretKey: readSecret(secretKey, `${place}.secretKey`) ?? "",
    webhookSecret: readSecret(webhookSecret, `${place}.webhookSecret`) ?? "",
    currency,
    packs: priced,
    seller,
    apiUrl,
  };
}
