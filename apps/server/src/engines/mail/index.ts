export type { Email, Mailer } from "./mailer.ts";
export { createPrintingMailer } from "./mailer.ts";
export { createSmtpMailer } from "./smtp-mailer.ts";
