import { type ErrorBody, type ErrorCode, headerNames } from "./contract.ts";

/** The base class of every error of this client. Other errors come from your own code or your abort signal. */
export class MintwrightError extends Error {
  override name = "MintwrightError";
  /** True if the same call may succeed when it is repeated. */
  readonly isRetryable: boolean = false;
  /** The number of attempts. */
  attempts = 1;
  /** The idempotency key of the call. Repeat the call with the same key, and it is charged only once. */
  idempotencyKey: string | undefined;
}

/** No complete response arrived: the connection was refused, reset or interrupted. */
export class ConnectionError extends MintwrightError {
  override name = "ConnectionError";
  override readonly isRetryable: boolean = true;
}

/** A stream ended before its end was announced. The text so far is not the whole answer. */
export class StreamCutError extends ConnectionError {
  override name = "StreamCutError";
  // The received part may already have been used, so only the caller can decide whether to repeat the call.
  override readonly isRetryable = false;
}

/** The response took longer than `timeoutInMs`. */
export class TimeoutError extends MintwrightError {
  override name = "TimeoutError";
  override readonly isRetryable = true;
  /** Whether the headers or the rest of the body was late. */
  readonly phase: "headers" | "body";
  readonly timeoutInMs: number;

  constructor(phase: "headers" | "body", timeoutInMs: number) {
    const what = phase === "headers" ? "No response started" : "The response did not end";
    super(`${what} within ${timeoutInMs} ms. Try again, or raise timeoutInMs.`);
    this.phase = phase;
    this.timeoutInMs = timeoutInMs;
  }
}

/** A webhook that is not from your server, or is too old. */
export class WebhookVerificationError extends MintwrightError {
  override name = "WebhookVerificationError";
}

/** A collection failed or was cancelled. */
export class CollectionEndedError extends MintwrightError {
  override name = "CollectionEndedError";
  readonly collectionId: string;
  readonly status: "failed" | "cancelled";

  constructor(collectionId: string, status: "failed" | "cancelled") {
    super(`The collection ${collectionId} is ${status}. Images that were not generated are not charged.`);
    this.collectionId = collectionId;
    this.status = status;
  }
}

/** The server rejected the call or could not complete it. Nothing was charged. */
export class ApiError extends MintwrightError {
  override name = "ApiError";
  override readonly isRetryable: boolean;
  readonly status: number;
  /** A stable error code; undefined if the error came from a proxy. */
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  /** The price of the call in credits, if the server returned it. */
  readonly price: number | undefined;
  /** Seconds to wait before the next attempt, if the server returned them. */
  readonly retryAfterInSeconds: number | undefined;
  /** The details that the server returned besides the message. */
  readonly details: unknown;
  /** The HTTP response; its body can be read. */
  readonly response: Response;

  constructor(response: Response, body: Partial<ErrorBody> | undefined) {
    super(body?.message ?? `The server returned ${response.status} ${response.statusText}`.trim());
    this.response = response;
    this.status = response.status;
    this.code = body?.error?.code;
    this.requestId = body?.error?.requestId ?? response.headers.get(headerNames.requestId) ?? undefined;
    this.details = body?.error?.details;
    this.price = readNumber(this.details, "price");
    this.retryAfterInSeconds = readRetryAfter(response.headers.get("retry-after"));
    this.isRetryable =
      this.status === 408 ||
      this.status === 429 ||
      this.status >= 500 ||
      this.code === "idempotency_key_in_use";
  }
}

function readNumber(details: unknown, name: string): number | undefined {
  const value = (details as Record<string, unknown> | undefined)?.[name];
  return typeof value === "number" ? value : undefined;
}

function readRetryAfter(text: string | null): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** 400: the request is invalid; the message says why. */
export class BadRequestError extends ApiError {
  override name = "BadRequestError";
}

/** 401: the key is missing, mistyped, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override name = "UnauthorizedError";
}

/** 402: the account has too few credits. */
export class InsufficientCreditsError extends ApiError {
  override name = "InsufficientCreditsError";
  /** The account's balance in credits. */
  readonly balance = readNumber(this.details, "balance");
}

/** 403: the key or account is not allowed to do this. */
export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}

/** 404: it does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 405: the path exists, but not with this method. */
export class MethodNotAllowedError extends ApiError {
  override name = "MethodNotAllowedError";
}

/** 408: the request arrived too slowly. */
export class RequestTimeoutError extends ApiError {
  override name = "RequestTimeoutError";
}

/** 409: not possible in the current state, or the first call with this idempotency key still runs. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** 413: the body is too large. */
export class BodyTooLargeError extends ApiError {
  override name = "BodyTooLargeError";
}

/** 414: the URL is too long. */
export class UriTooLongError extends ApiError {
  override name = "UriTooLongError";
}

/** 415: the body is not JSON. */
export class UnsupportedMediaTypeError extends ApiError {
  override name = "UnsupportedMediaTypeError";
}

/** 416: the file has no such range. */
export class RangeNotSatisfiableError extends ApiError {
  override name = "RangeNotSatisfiableError";
}

/** 422: the idempotency key was used for another request. */
export class IdempotencyKeyReusedError extends ApiError {
  override name = "IdempotencyKeyReusedError";
}

/** 422: no built-in contract covers the request; `details.notCovered` has the words, `details.kinds` what is possible. */
export class RequestNotCoveredError extends ApiError {
  override name = "RequestNotCoveredError";
}

/** 422: nothing of the project could be analysed; `details.notAnalysed` says why, if the zip could be read. */
export class ProjectNotAnalysedError extends ApiError {
  override name = "ProjectNotAnalysedError";
}

/** 429: too many requests per minute. */
export class RateLimitedError extends ApiError {
  override name = "RateLimitedError";
}

/** 431: the headers are too large. */
export class HeadersTooLargeError extends ApiError {
  override name = "HeadersTooLargeError";
}

/** 500: the server failed. */
export class InternalServerError extends ApiError {
  override name = "InternalServerError";
}

/** 502: a model server failed. */
export class EngineFailedError extends ApiError {
  override name = "EngineFailedError";
}

/** 503: the server or a model server is not available. */
export class ServiceUnavailableError extends ApiError {
  override name = "ServiceUnavailableError";
}

/** 504: a model server took too long. */
export class EngineTimeoutError extends ApiError {
  override name = "EngineTimeoutError";
}
