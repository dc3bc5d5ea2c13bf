import type { ErrorCode } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";

/** What people are told, by the library's own codes; its other messages are shown as they are. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "Email and password do not belong together. Check both, or reset the password.",
  INVALID_PASSWORD: "The password is not right. Try again.",
  EMAIL_NOT_VERIFIED: "Confirm your email first: sign up again to get a new link.",
  PASSWORD_TOO_SHORT: "A password has at least 10 characters.",
  PASSWORD_TOO_LONG: "A password has at most 128 characters.",
  INVALID_EMAIL: "An email looks like owner@example.com.",
  INVALID_TOKEN: "This link is not valid any more. Ask for a new one.",
  TOKEN_EXPIRED: "This link is not valid any more. Ask for a new one.",
  INVALID_ORIGIN: "Use the dashboard at its own address.",
};

const codeByStatus: Record<number, ErrorCode> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  429: "rate_limited",
};

/** Translates a refusal of the sign-in library. */
export function toSignInError(status: number, body: { code?: string; message?: string }): AppError {
  if (status >= 500)
    return new AppError("internal_error", "Signing in does not work at the moment. Try again.");
  const message = sentences[body.code ?? ""] ?? body.message ?? "That was refused. Check what you entered.";
  return new AppError(codeByStatus[status] ?? "invalid_request", message, {
    ...(body.code && { details: { reason: body.code.toLowerCase() } }),
  });
}
