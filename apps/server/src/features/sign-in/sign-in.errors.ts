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
