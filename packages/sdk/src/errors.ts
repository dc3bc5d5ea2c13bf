import { type ErrorBody, type ErrorCode, headerNames } from "./contract.ts";

/** Every error of this client. What is not one of these came from your own code or your own abort signal. */
export class MintwrightError extends Error {
  override name = "MintwrightError";
  /** True when the same call may succeed if it is made again. */
  readonly isRetryable: boolean = false;
  /** How often the call was tried. */
  attempts = 1;
  /** The idempotency key of the call: make it again with the same one, and it is charged once. */
  idempotencyKey: string | undefined;
}

/** No whole answer arrived: refused, reset, or cut off in the middle. */
export class ConnectionError extends MintwrightError {
  override name = "ConnectionError";
  override readonly isRetryable: boolean = true;
}

/** A stream ended before its end was announced. What arrived until then is not the whole answer. */
export class StreamCutError extends ConnectionError {
  override name = "StreamCutError";
  // What arrived may have been used already: only the caller knows whether to begin again.
  override readonly isRetryable = false;
}

/** The answer took longer than `timeoutInMs`. */
export class TimeoutError extends MintwrightError {
  override name = "TimeoutError";
  override readonly isRetryable = true;
  /** What was waited for: the beginning of the answer, or the rest of it. */
  readonly phase: "headers" | "body";
  readonly timeoutInMs: number;

  constructor(phase: "headers" | "body", timeoutInMs: number) {
    const what = phase === "headers" ? "No answer began" : "The answer did not end";
    super(`${what} within ${timeoutInMs} ms. Try again, or raise timeoutInMs.`);
    this.phase = phase;
    this.timeoutInMs = timeoutInMs;
  }
}

/** A webhook that is not from your server, or is too old. */
export class WebhookVerificationError extends MintwrightError {
  override name = "WebhookVerificationError";
}

/** A collection ended without being completed. */
export class CollectionEndedError extends MintwrightError {
  override name = "CollectionEndedError";
  readonly collectionId: string;
  readonly status: "failed" | "cancelled";

  constructor(collectionId: string, status: "failed" | "cancelled") {
    super(`The collection ${collectionId} is ${status}. What was not made is refunded.`);
    this.collectionId = collectionId;
    this.status = status;
  }
}

/** What the server said about a call that it refused or could not do. Nothing was charged. */
export class ApiError extends MintwrightError {
  override name = "ApiError";
  override readonly isRetryable: boolean;
  readonly status: number;
  /** A stable name of what went wrong; undefined when something before the server answered. */
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  /** Credits that the call would have cost, when the server said it. */
  readonly price: number | undefined;
  /** Seconds to wait before the next attempt, when the server said it. */
  readonly retryAfterInSeconds: number | undefined;
  /** What the server said beside the message. */
  readonly details: unknown;
  /** The answer itself; its body can be read. */
  readonly response: Response;

  constructor(response: Response, body: Partial<ErrorBody> | undefined) {
    super(body?.message ?? `The server answered ${response.status} ${response.statusText}`.trim());
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

/** 400: the request is wrong; the message says what is. */
export class BadRequestError extends ApiError {
  override name = "BadRequestError";
}

/** 401: the key is missing, mistyped, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override name = "UnauthorizedError";
}

/** 402: the account cannot pay. */
export class InsufficientCreditsError extends ApiError {
  override name = "InsufficientCreditsError";
  /** Credits that the account has. */
  readonly balance = readNumber(this.details, "balance");
}

/** 403: the key or account may not do this. */
export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}

/** 404: there is no such thing, or it is somebody else's. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 405: the path is known, but not with this method. */
export class MethodNotAllowedError extends ApiError {
  override name = "MethodNotAllowedError";
}

/** 408: the request arrived too slowly. */
export class RequestTimeoutError extends ApiError {
  override name = "RequestTimeoutError";
}

/** 409: not in this state, or the first call with this idempotency key still runs. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** 413: the body is too large. */
export class BodyTooLargeError extends ApiError {
  override name = "BodyTooLargeError";
}

/** 414: the address is too long. */
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

/** 422: the idempotency key belongs to another request. */
export class IdempotencyKeyReusedError extends ApiError {
  override name = "IdempotencyKeyReusedError";
}

/** 429: too many requests a minute. */
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
