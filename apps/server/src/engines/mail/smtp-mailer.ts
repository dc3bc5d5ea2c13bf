import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";

/** Sends letters through an SMTP server: smtps:// from the first byte, smtp:// with STARTTLS where it is offered. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    describe: new URL(smtpUrl).host,
    async send({ to, subject, text }) {
      // Addresses come from people: nothing in a letter may be read from a file or fetched.
      await transport.sendMail({ to, subject, text, disableFileAccess: true, disableUrlAccess: true });
    },
    async checkHealth() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
