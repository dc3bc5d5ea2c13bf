import { AppError } from "../platform/errors.ts";

export class UnauthorizedError extends AppError {
  constructor() {
    super(
      "unauthorized",
      "Send a valid API key as `Authorization: Bearer <API_KEY>`. Keys are created in the dashboard.",
    );
  }
}

export class RateLimitedError extends AppError {
  constructor(limit: number, retryAfterInSeconds: number) {
    super(
      "rate_limited",
      `This key may send ${limit} requests per minute. Try again in ${retryAfterInSeconds} seconds.`,
      {
        retryAfterInSeconds,
        details: { limit, windowInSeconds: 60, retryAfterInSeconds },
      },
    );
  }
}

export class AccountRateLimitedError extends AppError {
  constructor(limit: number, retryAfterInSeconds: number) {
    super(
      "rate_limited",
      `This account may send ${limit} requests per minute over all its keys. Try again in ${retryAfterInSeconds} seconds, or ask the operator for a higher limit (ratePerMinute).`,
      {
        retryAfterInSeconds,
        details: { limit, scope: "account", windowInSeconds: 60, retryAfterInSeconds },
      },
    );
  }
}

export interface RequestIssue {
  path: string;
  message: string;
}

/** The request is invalid. Each issue names a field and what it must be. */
export class InvalidRequestError extends AppError {
  readonly issues: readonly RequestIssue[];

  constructor(issues: readonly RequestIssue[]) {
    super("invalid_request", issues.map(({ message }) => message).join("; "), { details: { issues } });
    this.issues = issues;
  }
}

export class OperationNotAllowedError extends AppError {
  constructor(summary: string) {
    super(
      "operation_not_allowed",
      `This key is not allowed to: ${summary.toLowerCase()}. Allow it in the dashboard, or use another key.`,
    );
  }
}

export class IdempotencyKeyReusedError extends AppError {
  constructor() {
    super(
      "idempotency_key_reused",
      "This Idempotency-Key was already used with a different body. Use a new key for a new request.",
    );
  }
}

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
