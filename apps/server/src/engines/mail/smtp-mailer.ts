import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";

/** Sends emails through SMTP: smtps:// uses TLS from the start, smtp:// upgrades with STARTTLS where the server offers it. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    describe: new URL(smtpUrl).host,
    async send({ to, subject, text }) {
      // Recipients are user input: no part of an email may be read from a file or fetched.
      await transport.sendMail({ to, subject, text, disableFileAccess: true, disableUrlAccess: true });
    },
    async checkHealth() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
