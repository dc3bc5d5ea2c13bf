export type { Letter, Mailer } from "./mailer.ts";
export { createPrintingMailer } from "./printing-mailer.ts";
export { createSmtpMailer } from "./smtp-mailer.ts";
