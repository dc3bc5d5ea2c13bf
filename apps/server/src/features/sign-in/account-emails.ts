import type { Transaction } from "kysely";
import type { Email } from "../../engines/mail/index.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { type RequestedEmail, takeEmailAllowance } from "./email-limits.ts";
import type { EmailOutbox } from "./email-outbox.ts";
import { writeConfirmationEmail, writeKnownUserEmail, writeResetEmail } from "./email-texts.ts";
import { addressHeader, toNetwork } from "./network-address.ts";
import { noteConfirmationSent } from "./sign-in.repository.ts";

interface EmailedUser {
  id: string;
  email: string;
  emailVerified: boolean;
}

/** Sends the emails of signing up and of resetting a password, each within its limits. */
export interface AccountEmails {
  /** To a user who has not confirmed the email yet: a link that confirms it and sets the password. */
  sendConfirmation(user: EmailedUser, request?: Request): Promise<void>;
  /** To the owner of an email that was signed up with again. */
  sendKnownUser(user: EmailedUser, request?: Request): Promise<void>;
  sendReset(user: EmailedUser, token: string, request?: Request): Promise<void>;
}

/** Creates the sender. Emails go through the outbox, in the transaction of the request that asks for them. */
export function createAccountEmails({
  outbox,
  publicUrl,
  writeToken,
}: {
  outbox: EmailOutbox;
  publicUrl: string;
  writeToken(user: EmailedUser): Promise<string>;
}): AccountEmails {
  function post(
    kind: RequestedEmail["kind"],
    email: Email,
    request: Request | undefined,
    onSend?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<void> {
    const network = toNetwork(request?.headers.get(addressHeader) ?? "");
    return outbox.post(email, async (transaction) => {
      const isAllowed = await takeEmailAllowance(transaction, { kind, to: email.to, network });
      if (isAllowed) await onSend?.(transaction);
      return isAllowed;
    });
  }

  async function sendConfirmation(user: EmailedUser, request?: Request): Promise<void> {
    const url = `${publicUrl}/dashboard/confirm-email?token=${await writeToken(user)}`;
    await post("confirmation", writeConfirmationEmail(user.email, url), request, (transaction) =>
      noteConfirmationSent(transaction, user.id),
    );
  }

  return {
    sendConfirmation,
    async sendKnownUser(user, request) {
      if (!user.emailVerified) return sendConfirmation(user, request);
      const url = `${publicUrl}/dashboard/sign-in`;
      await post("known-user", writeKnownUserEmail(user.email, url), request);
    },
    async sendReset(user, token, request) {
      // Has no password yet: the confirmation link sets one.
      if (!user.emailVerified) return sendConfirmation(user, request);
      const url = `${publicUrl}/dashboard/reset-password?token=${token}`;
      await post("reset", writeResetEmail(user.email, url), request);
    },
  };
}
