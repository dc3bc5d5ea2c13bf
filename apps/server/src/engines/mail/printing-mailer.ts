import type { Mailer } from "./mailer.ts";

/** Prints letters instead of sending them, so that a developer needs no mail server. */
export function createPrintingMailer(print: (text: string) => void): Mailer {
  return {
    describe: "printed by the API process",
    async send({ to, subject, text }) {
      print(`\n--- letter to ${to}: ${subject}\n${text}\n---\n`);
    },
    async checkHealth() {},
    close() {},
  };
}
