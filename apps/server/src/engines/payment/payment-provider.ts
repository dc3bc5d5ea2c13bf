/** A purchase at the payment provider. Amounts are integers in the currency's smallest unit. */
export interface CheckoutRequest {
  accountId: string;
  paymentId: string;
  credits: number;
  /** Shown to the buyer, such as `500 credits`. */
  description: string;
  amount: number;
  currency: string;
  /** Redirect target after payment. */
  paidUrl: string;
  /** Redirect target when the buyer cancels. */
  leftUrl: string;
}

interface OfPayment {
  accountId: string;
  paymentId: string;
  providerPayment: string;
}

/** A statement about a payment. Facts arrive in any order and more than once. */
export type PaymentFact = OfPayment &
  /** `purchase`: what was bought, unless the checkout is older than this field. */
  (
    | { type: "paid"; amount: number; purchase?: { credits: number; currency: string } | undefined }
    | {
        type: "reversal";
        kind: "refund" | "refunds in total" | "dispute";
        reversalId: string;
        amount: number;
        /** False when the money returned to us: a refund that failed, a dispute that was won. */
        stands: boolean;
      }
  );

/** The event was not signed by the provider, or is so old that it may be a replay. */
export class UnsignedEventError extends Error {
  override name = "UnsignedEventError";
}

export interface PaymentProvider {
  name: string;
  /** Creates a checkout page. Calling it again with the same payment id returns the same checkout. */
  createCheckout(request: CheckoutRequest): Promise<{ url: string }>;
  /** Verifies and reads an event; undefined when it is irrelevant. Throws UnsignedEventError. */
  readEvent(body: Buffer, signature: string): Promise<PaymentFact | undefined>;
  /** Lists the facts of all events since a moment, oldest first. Providers keep events for some weeks. */
  listFacts(since: Date): AsyncIterable<PaymentFact>;
  checkHealth(): Promise<void>;
}
