import { AppError } from "../platform/errors.ts";

/** The request carries no key that could be valid. */
export class UnauthorizedError extends AppError {
  constructor() {
    super(
      "unauthorized",
      "Send a valid API key as `Authorization: Bearer <API_KEY>`. Keys are created in the dashboard.",
    );
  }
}

/** The key has used up its rate for now. */
export class RateLimitedError extends AppError {
  constructor(limit: number, retryAfterInSeconds: number) {
    super(
      "rate_limited",
      `This key may send ${limit} requests a minute. Try again in ${retryAfterInSeconds} seconds.`,
      {
        retryAfterInSeconds,
        details: { limit, windowInSeconds: 60, retryAfterInSeconds },
      },
    );
  }
}

/** The account has used up, over all its keys, the rate that the operator gives it. */
export class AccountRateLimitedError extends AppError {
  constructor(limit: number, retryAfterInSeconds: number) {
    super(
      "rate_limited",
      `This account may send ${limit} requests a minute over all its keys. Try again in ${retryAfterInSeconds} seconds, or ask the operator for a higher limit (ratePerMinute).`,
      {
        retryAfterInSeconds,
        details: { limit, scope: "account", windowInSeconds: 60, retryAfterInSeconds },
      },
    );
  }
}

/** A field of a request and what it should be. */
export interface RequestIssue {
  path: string;
  message: string;
}

/** The request has the wrong form; each issue names a field and what it should be. */
export class InvalidRequestError extends AppError {
  readonly issues: readonly RequestIssue[];

  constructor(issues: readonly RequestIssue[]) {
    super("invalid_request", issues.map(({ message }) => message).join("; "), { details: { issues } });
    this.issues = issues;
  }
}

/** The key's owner has not allowed it this operation. */
export class OperationNotAllowedError extends AppError {
  constructor(summary: string) {
    super(
      "operation_not_allowed",
      `This key is not allowed to: ${summary.toLowerCase()}. Allow it in the dashboard, or use another key.`,
    );
  }
}

/** The idempotency key was used for another request. */
export class IdempotencyKeyReusedError extends AppError {
  constructor() {
    super(
      "idempotency_key_reused",
      "This Idempotency-Key was used with another body. Use a new key for a new request.",
    );
  }
}

/** The first request with this idempotency key still runs. */
export class IdempotencyKeyInUseError extends AppError {
  constructor() {
    super(
      "idempotency_key_in_use",
      "The first request with this Idempotency-Key is still running. Try again in a moment.",
      {
        retryAfterInSeconds: 1,
      },
    );
  }
}
