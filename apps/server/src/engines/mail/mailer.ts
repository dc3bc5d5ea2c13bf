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
