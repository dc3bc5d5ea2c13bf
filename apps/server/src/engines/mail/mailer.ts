/** A letter in plain text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Sends letters to people. */
export interface Mailer {
  /** Says where letters go, for the operator. */
  describe: string;
  send(letter: Letter): Promise<void>;
  /** Throws when letters could not be sent. */
  checkHealth(): Promise<void>;
  close(): void;
}

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
