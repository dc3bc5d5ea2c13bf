import type { Config, PaymentConfig } from "../config/index.ts";
import { createPrintingMailer, createSmtpMailer, type Mailer } from "../engines/mail/index.ts";
import type { PaymentProvider } from "../engines/payment/index.ts";

/** Builds what sends letters, or prints them where no mail server is configured. */
export function buildMailer({ mail }: Config): Mailer {
  return mail.smtpUrl
    ? createSmtpMailer(mail.smtpUrl, mail.from)
    : createPrintingMailer((text) => process.stderr.write(text));
}

/** Builds the provider that is configured. Its library is loaded only where credits are sold. */
export async function buildPaymentProvider(payments: PaymentConfig): Promise<PaymentProvider> {
  const { createStripeProvider } = await import("../engines/payment/stripe-provider.ts");
  return createStripeProvider(payments);
}
