/** A purchase to be paid for at the provider. Amounts are integers of the currency's smallest unit. */
export interface CheckoutRequest {
  accountId: string;
  paymentId: string;
  /** What the buyer reads, such as `500 credits`. */
  description: string;
  amount: number;
  currency: string;
  /** Where the browser comes back to when it is paid. */
  paidUrl: string;
  /** Where it comes back to when the buyer thinks otherwise. */
  leftUrl: string;
}

interface OfPayment {
  accountId: string;
  paymentId: string;
  /** The payment as the provider calls it. */
  providerPayment: string;
}

/** Something that is true of a payment. Facts arrive in any order, and more than once. */
export type PaymentFact = OfPayment &
  (
    | { type: "paid"; amount: number }
    | {
        type: "reversal";
        kind: "refund" | "refunds in total" | "dispute";
        reversalId: string;
        amount: number;
        /** False when the money came to us again, for good: a refund that failed, a dispute that was won. */
        stands: boolean;
      }
  );

/** The event was not written by the provider, or so long ago that somebody may be playing it again. */
export class UnsignedEventError extends Error {
  override name = "UnsignedEventError";
}

/** Takes money for us and tells us about it. */
export interface PaymentProvider {
  name: string;
  /** Prepares a page on which the purchase is paid. The same payment prepared twice is one. */
  createCheckout(request: CheckoutRequest): Promise<{ url: string }>;
  /** Reads what the provider tells; undefined when it is none of our concern. Throws UnsignedEventError. */
  readEvent(body: Buffer, signature: string): Promise<PaymentFact | undefined>;
  /** Throws when the provider does not know us. */
  checkHealth(): Promise<void>;
}
