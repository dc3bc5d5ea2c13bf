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
    text: `Somebody, probably you, signed up with this email, which already has an account. Sign in here:

${url}

If you forgot the password, choose "Forgot password" there.`,
  };
}
