import type { PaymentConfig } from "../config/index.ts";
import type { PaymentProvider } from "../engines/payment/index.ts";

/** Builds the provider that is configured. Its library is loaded only where credits are sold. */
export async function buildPaymentProvider(payments: PaymentConfig): Promise<PaymentProvider> {
  const { createStripeProvider } = await import("../engines/payment/stripe-provider.ts");
  return createStripeProvider(payments);
}
