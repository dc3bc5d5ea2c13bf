import type { ErrorCode } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";

/** Messages by the library's error codes; other messages of the library are shown unchanged. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "The email or password is wrong. Check both, or reset the password.",
  INVALID_PASSWORD: "The password is wrong. Try again.",
  EMAIL_NOT_VERIFIED: "Confirm your email first. To get a new link, sign up again.",
  PASSWORD_TOO_SHORT: "The password must have at least 10 characters.",
  PASSWORD_TOO_LONG: "The password must have at most 128 characters.",
  INVALID_EMAIL: "Enter an email address such as owner@example.com.",
  INVALID_TOKEN: "This link is no longer valid. Request a new one.",
  TOKEN_EXPIRED: "This link is no longer valid. Request a new one.",
  INVALID_ORIGIN: "Open the dashboard at its own URL and try again.",
  SESSION_NOT_FRESH: "For this you must have signed in within the last day. Sign out, sign in and try again.",
  INVALID_CODE: "The code is wrong. Enter the current code of your authenticator app.",
  INVALID_BACKUP_CODE: "The backup code is wrong or was used before.",
  INVALID_TWO_FACTOR_COOKIE: "The sign-in has expired. Enter your email and password again.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Enter your email and password again.",
  ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. Wait 15 minutes, then try again.",
  TOTP_ALREADY_ENABLED: "Two-factor authentication is already on.",
  TOTP_NOT_ENABLED: "Two-factor authentication is off. Turn it on first.",
  TWO_FACTOR_NOT_ENABLED: "Two-factor authentication is off. Turn it on first.",
  PASSKEY_NOT_FOUND: "This passkey is unknown here. Sign in another way.",
  PASSKEY_NOT_VERIFIED: "Unlock the passkey with its PIN, fingerprint or face, and try again.",
  AUTHENTICATION_FAILED: "Sign-in with this passkey failed. Try again, or sign in another way.",
  CHALLENGE_NOT_FOUND: "The request has expired. Try again.",
  WALLET_MESSAGE_REFUSED: "The signature does not match this page or has expired. Try again.",
  WALLET_TAKEN: "Another user signs in with this wallet. Unlink it there first.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS:
    "You belong to as many organisations as one user can. Leave one first.",
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "You are not a member of this organisation.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "This person is already a member.",
  INVITATION_LIMIT_REACHED: "This organisation has too many open invitations. Cancel some first.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "This organisation has as many members as it can.",
  INVITATION_NOT_FOUND: "This invitation is no longer open. Ask for a new one.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
    "This invitation is for another email address. Sign in with that one.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    "The owner cannot leave or be removed. Transfer the ownership first.",
  MEMBER_NOT_FOUND: "There is no such member. They may have left the organisation.",
};

const codeByStatus: Record<number, ErrorCode> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  429: "rate_limited",
};

export function toSignInError(status: number, body: { code?: string; message?: string }): AppError {
  if (status >= 500) return new AppError("internal_error", "Sign-in is unavailable right now. Try again.");
  const message =
    sentences[body.code ?? ""] ?? body.message ?? "The request was rejected. Check what you entered.";
  return new AppError(codeByStatus[status] ?? "invalid_request", message, {
    ...(body.code && { details: { reason: body.code.toLowerCase() } }),
  });
}
