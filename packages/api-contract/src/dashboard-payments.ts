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
  getPayment: {
    method: "GET",
    path: "/payments/{paymentId}",
    params: z.object({ paymentId: z.uuid("paymentId must be the id of a payment") }),
    response: paymentSchema,
  },
} as const;
