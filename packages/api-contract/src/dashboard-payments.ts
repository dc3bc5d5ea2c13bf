import { z } from "zod";

const packSchema = z.object({
  /** How many credits, which is also how the pack is asked for. */
  credits: z.number().positive(),
  /** What they cost, in the currency's smallest unit. */
  amount: z.int().positive(),
});

const offerSchema = z.object({
  provider: z.string(),
  currency: z.string().regex(/^[a-z]{3}$/),
  packs: z.array(packSchema),
});

/** What can be bought, and for how much. */
export type PaymentOffer = z.infer<typeof offerSchema>;

const paymentSchema = z.object({
  id: z.uuid(),
  credits: z.number(),
  state: z.enum(["waiting", "paid"]),
});

/** A purchase as its owner sees it. */
export type DashboardPayment = z.infer<typeof paymentSchema>;

/** The routes of the dashboard about buying credits. */
export const paymentRoutes = {
  getPaymentOffer: {
    method: "GET",
    path: "/payments/offer",
    response: z.object({
      /** Null where the operator has configured no payments. */
      offer: offerSchema.nullable(),
      /** Credits of payments that went back after they were spent: taken from those that come next. */
      owed: z.number().min(0),
    }),
  },
  startPayment: {
    method: "POST",
    path: "/payments",
    body: z.object({ credits: z.number().positive() }),
    /** Where the browser goes to pay. */
    response: z.object({ paymentId: z.uuid(), url: z.url() }),
  },
  getPayment: {
    method: "GET",
    path: "/payments/{paymentId}",
    params: z.object({ paymentId: z.uuid("paymentId must be the id of a payment") }),
    response: paymentSchema,
  },
} as const;
