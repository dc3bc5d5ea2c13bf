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

/** A page on which the buyer saves a payment method for later. */
export interface SetupRequest {
  accountId: string;
  /** The customer at the provider, if one was created before. */
  customer?: string | undefined;
  currency: string;
  /** Redirect target after saving. */
  savedUrl: string;
  /** Redirect target when the buyer cancels. */
  leftUrl: string;
}

/** The buyer has saved a payment method. */
export interface SavedMethod {
  type: "method saved";
  accountId: string;
  customer: string;
  method: string;
  /** Shown to the account, such as `visa •••• 4242`. */
  name: string;
}

/** A charge of a saved payment method did not succeed. */
export interface FailedCharge {
  type: "charge failed";
  accountId: string;
  paymentId: string;
  /** Why, in the provider's words. */
  reason: string;
}

/** A purchase with a saved payment method, without the buyer. */
export interface ChargeRequest
  extends Pick<
    CheckoutRequest,
    "accountId" | "paymentId" | "credits" | "description" | "amount" | "currency"
  > {
  customer: string;
  method: string;
}

/** How a charge ended. One that is processing ends with an event. */
export type ChargeResult = (PaymentFact & { type: "paid" }) | FailedCharge | { type: "processing" };

/** The event was not signed by the provider, or is so old that it may be a replay. */
export class UnsignedEventError extends Error {
  override name = "UnsignedEventError";
}

export interface PaymentProvider {
  name: string;
  /** Creates a checkout page. Calling it again with the same payment id returns the same checkout. */
  createCheckout(request: CheckoutRequest): Promise<{ url: string }>;
  /** Creates a page on which the buyer saves a payment method. */
  createSetup(request: SetupRequest): Promise<{ url: string }>;
  /** Charges a saved payment method. Calling it again with the same payment id within a day charges nothing more. */
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** Deletes a saved payment method at the provider. */
  forgetMethod(method: string): Promise<void>;
  /** Verifies and reads an event; undefined when it is irrelevant. Throws UnsignedEventError. */
  readEvent(body: Buffer, signature: string): Promise<PaymentFact | SavedMethod | FailedCharge | undefined>;
  /** Lists the facts of all events since a moment, oldest first. Providers keep events for some weeks. */
  listFacts(since: Date): AsyncIterable<PaymentFact>;
  checkHealth(): Promise<void>;
}
