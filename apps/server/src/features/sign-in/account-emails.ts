import type { LetterBox } from "./letter-box.ts";
import { writeConfirmationLetter, writeKnownUserLetter, writeResetLetter } from "./letters.ts";
import { noteConfirmationSent } from "./sign-in.repository.ts";

interface EmailedUser {
  id: string;
  email: string;
  emailVerified: boolean;
}

/** Sends the emails of signing up and of resetting a password. */
export interface AccountEmails {
  /** To a user who has not confirmed the email yet: a link that confirms it and sets the password. */
  sendConfirmation(user: EmailedUser): Promise<void>;
  /** To the owner of an email that was signed up with again. */
  sendKnownUser(user: EmailedUser): Promise<void>;
  sendReset(user: EmailedUser, token: string): Promise<void>;
}

/** Creates the sender. Emails go through the outbox, in the transaction of the request that asks for them. */
export function createAccountEmails({
  letters,
  publicUrl,
  writeToken,
}: {
  letters: LetterBox;
  publicUrl: string;
  writeToken(user: EmailedUser): Promise<string>;
}): AccountEmails {
  async function sendConfirmation(user: EmailedUser): Promise<void> {
    const url = `${publicUrl}/dashboard/confirm-email?token=${await writeToken(user)}`;
    await letters.post(writeConfirmationLetter(user.email, url), (transaction) =>
      noteConfirmationSent(transaction, user.id),
    );
  }
  return {
    sendConfirmation,
    sendKnownUser: (user) =>
      user.emailVerified
        ? letters.post(writeKnownUserLetter(user.email, `${publicUrl}/dashboard/sign-in`))
        : sendConfirmation(user),
    sendReset: (user, token) =>
      user.emailVerified
        ? letters.post(writeResetLetter(user.email, `${publicUrl}/dashboard/reset-password?token=${token}`))
        : // Has no password yet: the confirmation link sets one.
          sendConfirmation(user),
  };
}
