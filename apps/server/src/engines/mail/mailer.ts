export interface Email {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Where emails go, for `mintwright doctor`. */
  describe: string;
  send(email: Email): Promise<void>;
  checkHealth(): Promise<void>;
  close(): void;
}

/** Prints emails instead of sending them, so that a developer needs no mail server. */
export function createPrintingMailer(print: (text: string) => void): Mailer {
  return {
    describe: "printed by the API process",
    async send({ to, subject, text }) {
      print(`\n--- email to ${to}: ${subject}\n${text}\n---\n`);
    },
    async checkHealth() {},
    close() {},
  };
}
