import type { Config, PaymentConfig } from "../config/index.ts";
import { createPrintingMailer, createSmtpMailer, type Mailer } from "../engines/mail/index.ts";
import type { PaymentProvider } from "../engines/payment/index.ts";

/** Builds the SMTP mailer, or one that prints emails to stderr when no mail server is configured. */
export function buildMailer({ mail }: Config): Mailer {
  return mail.smtpUrl
    ? createSmtpMailer(mail.smtpUrl, mail.from)
    : createPrintingMailer((text) => process.stderr.write(text));
}

/** Builds the configured payment provider. Imported on demand: most installations sell no credits. */
export async function buildPaymentProvider(payments: PaymentConfig): Promise<PaymentProvider> {
  const { createStripeProvider } = await import("../engines/payment/stripe-provider.ts");
  return createStripeProvider(payments);
}
