import type { Letter } from "../../engines/mail/index.ts";

/** The letter with which a new user confirms an email. */
export function writeVerificationLetter(to: string, url: string): Letter {
  return {
    to,
    subject: "Confirm your email for Mintwright",
    text: `Open this link to confirm your email and begin:

${url}

It is valid for one hour. If you did not sign up, do not open it and nothing happens.`,
  };
}

/** The letter with which somebody who forgot a password chooses another. */
export function writeResetLetter(to: string, url: string): Letter {
  return {
    to,
    subject: "Choose a new password for Mintwright",
    text: `Open this link to choose a new password:

${url}

It is valid for one hour and works once. If you did not ask for it, your password stays as it is.`,
  };
}

/** The letter to somebody who signs up although they have an account, instead of telling the page. */
export function writeKnownUserLetter(to: string, url: string): Letter {
  return {
    to,
    subject: "You already have a Mintwright account",
    text: `Somebody, probably you, signed up with this email, which already has an account. Sign in here:

${url}

If you forgot the password, choose "Forgot password" there.`,
  };
}
