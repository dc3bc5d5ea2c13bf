import type { Config } from "../config/index.ts";
import { createPrintingMailer, createSmtpMailer, type Mailer } from "../engines/mail/index.ts";

/** Builds what sends letters, or prints them where no mail server is configured. */
export function buildMailer({ mail }: Config): Mailer {
  return mail.smtpUrl
    ? createSmtpMailer(mail.smtpUrl, mail.from)
    : createPrintingMailer((text) => process.stderr.write(text));
}
