import type { Email } from "../../engines/mail/index.ts";

/** The email with which a new user confirms the address and sets a password. */
export function writeConfirmationEmail(to: string, url: string): Email {
  return {
    to,
    subject: "Confirm your email for Mintwright",
    text: `Open this link to confirm your email and set your password:

${url}

It is valid for one hour. If you did not sign up, ignore this email: without the link nobody can use an account with your address.`,
  };
}

/** The email with which a user who forgot the password chooses a new one. */
export function writeResetEmail(to: string, url: string): Email {
  return {
    to,
    subject: "Choose a new password for Mintwright",
    text: `Open this link to choose a new password:

${url}

It is valid for one hour and works once. If you did not ask for it, your password stays as it is.`,
  };
}

/** The email to a user who signs up again. The sign-up page itself does not tell that the account exists. */
export function writeKnownUserEmail(to: string, url: string): Email {
  return {
    to,
    subject: "You already have a Mintwright account",
    text: `Someone, probably you, signed up with this email, which already has an account. Sign in here:

${url}

If you forgot the password, choose "Forgot password" there.`,
  };
}

/** The email to the new address of a user who changes the email. */
export function writeEmailChange(to: string, url: string): Email {
  return {
    to,
    subject: "Confirm your new email for Mintwright",
    text: `Open this link to use this address for your Mintwright account:

${url}

It is valid for one hour. If you did not ask for it, ignore this email.`,
  };
}

/** The email to the old address after it was changed. */
export function writeChangedEmail(to: string, newEmail: string): Email {
  return {
    to,
    subject: "Your email for Mintwright was changed",
    text: `Your Mintwright account now uses ${newEmail}. You can no longer sign in with this address.

If you did not do this, contact the operator of your installation at once.`,
  };
}

/** The email that invites somebody to an organisation. Its link works only for a user with this email. */
export function writeInvitationEmail(
  to: string,
  invitation: { url: string; organisation: string; role: string; invitedBy: string; days: number },
): Email {
  const organisation = toLine(invitation.organisation);
  return {
    to,
    subject: `Join ${organisation} on Mintwright`,
    text: `${toLine(invitation.invitedBy)} invites you to the organisation ${organisation} as ${invitation.role}. Accept or decline here:

${invitation.url}

Sign in or sign up with this email address. The invitation is valid for ${invitation.days} days. If you do not know the sender, ignore this email.`,
  };
}

/** Names are chosen by users: one line, without anything that a mail program shows as a link. */
function toLine(name: string): string {
  return name.replaceAll(/[\s/<>]+/g, " ").slice(0, 64);
}
