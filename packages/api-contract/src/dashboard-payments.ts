import { z } from "zod";

const packSchema = z.object({
  /** The number of credits, which is also the id of the pack. */
  credits: z.number().positive(),
  /** The price in the currency's smallest unit. */
  amount: z.int().positive(),
});

const offerSchema = z.object({
  provider: z.string(),
  currency: z.string().regex(/^[a-z]{3}$/),
  packs: z.array(packSchema),
});

/** The credit packs on sale, with their prices. */
export type PaymentOffer = z.infer<typeof offerSchema>;

const paymentSchema = z.object({
  id: z.uuid(),
  credits: z.number(),
  state: z.enum(["waiting", "paid"]),
});

const paidSchema = z.object({
  id: z.uuid(),
  credits: z.number(),
  /** In the currency's smallest unit. */
  amount: z.int(),
  currency: z.string(),
  paidAt: z.iso.datetime(),
  /** Credits that were taken back because the payment was refunded or disputed. */
  refundedCredits: z.number().min(0),
});

/** A payment that has arrived. */
export type PaidPayment = z.infer<typeof paidSchema>;

const topUpSettingsSchema = z.object({
  isEnabled: z.boolean(),
  /** Credits are bought when the balance is below this. */
  below: z
    .number()
    .positive("The balance must be more than 0.")
    .max(1_000_000_000)
    .multipleOf(0.01, "Credits have at most two decimals."),
  /** The pack to buy. */
  credits: z.number().positive(),
  /** At most this much money per calendar month (UTC), in the currency's smallest unit. */
  monthlyLimit: z.int().positive("The monthly limit must be more than 0.").max(1_000_000_000_000),
});

const topUpSchema = topUpSettingsSchema.extend({
  boughtThisMonth: z.int().min(0),
  /** Why the service switched it off; null if it did not. */
  stoppedReason: z.string().nullable(),
});

/** Automatic top-up as it is set. */
export type TopUp = z.infer<typeof topUpSchema>;

export type DashboardPayment = z.infer<typeof paymentSchema>;

export const paymentRoutes = {
  getPaymentOffer: {
    method: "GET",
    path: "/payments/offer",
    response: z.object({
      /** Null if the operator has configured no payments. */
      offer: offerSchema.nullable(),
      /** Credits of refunded payments that were already spent. They are deducted from the next purchase. */
      owed: z.number().min(0),
    }),
  },
  startPayment: {
    method: "POST",
    path: "/payments",
    body: z.object({ credits: z.number().positive() }),
    /** Where the browser is sent to pay. */
    response: z.object({ paymentId: z.uuid(), url: z.url() }),
  },
  /** The newest 100 payments that have arrived. */
  listPayments: {
    method: "GET",
    path: "/payments",
    response: z.object({ payments: z.array(paidSchema) }),
  },
  getPayment: {
    method: "GET",
    path: "/payments/{paymentId}",
    params: z.object({ paymentId: z.uuid("paymentId must be the id of a payment") }),
    response: paymentSchema,
  },
  getTopUp: {
    method: "GET",
    path: "/payments/top-up",
    response: z.object({
      /** The saved payment method; null if there is none. */
      methodName: z.string().nullable(),
      topUp: topUpSchema.nullable(),
    }),
  },
  putTopUp: {
    method: "PUT",
    path: "/payments/top-up",
    body: topUpSettingsSchema,
    response: z.object({ done: z.literal(true) }),
  },
  startMethodSetup: {
    method: "POST",
    path: "/payments/method",
    /** Where the browser is sent to save a payment method. */
    response: z.object({ url: z.url() }),
  },
  deleteMethod: {
    method: "DELETE",
    path: "/payments/method",
    response: z.object({ done: z.literal(true) }),
  },
  downloadReceipt: {
    method: "GET",
    path: "/payments/{paymentId}/receipt.pdf",
    params: z.object({ paymentId: z.uuid("paymentId must be the id of a payment") }),
    occupies: "heavyOperations",
    response: z.instanceof(Uint8Array),
  },
} as const;
