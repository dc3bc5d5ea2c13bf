import { ImageEngineError } from "./image-engine.ts";

// Every sentence is ours. What a server said, and where it is, goes into the cause, which only the log shows.
const uncharged = "Nothing is charged; try again shortly.";

// No connection came about, so no picture was begun.
const codesBeforeConnecting = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const codesOfTimeouts = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);

/** An answer arrived that is not what the protocol promises. */
export function createUnreadableAnswerError(cause: unknown): ImageEngineError {
  return new ImageEngineError(
    "engine_failed",
    `The image server gave an answer that cannot be read. ${uncharged}`,
    { isRetryable: false, cause },
  );
}

/** The server was at work and did not bring it to an end. */
export function createFailedError(cause: unknown): ImageEngineError {
  return new ImageEngineError("engine_failed", `The image server failed. ${uncharged}`, {
    isRetryable: false,
    cause,
  });
}

/** Says what a failure of the connection means; a caller's own cancellation comes back as its reason. */
export function translateTransportError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ImageEngineError) return error;
  const code = getCode(error) ?? getCode(error instanceof Error ? error.cause : undefined) ?? "";
  if (codesBeforeConnecting.has(code)) {
    return new ImageEngineError("engine_unavailable", `The image server cannot be reached. ${uncharged}`, {
      isRetryable: true,
      cause: error,
    });
  }
  if (codesOfTimeouts.has(code)) return createTimeoutError(error);
  return createFailedError(error);
}

/** Says what a status other than success means. */
export function translateStatus(status: number, retryAfter: string | null, cause: Error): ImageEngineError {
  if (status === 429 || status === 503) {
    return new ImageEngineError("engine_unavailable", `The image server is busy. ${uncharged}`, {
      isRetryable: true,
      cause,
      retryAfterInSeconds: readRetryAfter(retryAfter),
    });
  }
  if (status === 408 || status === 504) return createTimeoutError(cause);
  if (status === 400 || status === 413 || status === 422) {
    return new ImageEngineError(
      "engine_failed",
      "The image server refused this request. Nothing is charged; change the prompt or its parameters.",
      { isRetryable: false, isRefusal: true, cause },
    );
  }
  if (status === 401 || status === 403 || status === 404) {
    return new ImageEngineError(
      "engine_failed",
      "The image server does not serve this service as it is configured. Nothing is charged; tell its operator.",
      { isRetryable: false, cause },
    );
  }
  return createFailedError(cause);
}

/** Says that work had begun: starting over would be a second picture, whatever went wrong with the first. */
export function forbidRetry(error: unknown): unknown {
  if (!(error instanceof ImageEngineError && error.isRetryable)) return error;
  return new ImageEngineError("engine_unavailable", error.message, {
    isRetryable: false,
    cause: error,
    ...(error.retryAfterInSeconds !== undefined && { retryAfterInSeconds: error.retryAfterInSeconds }),
  });
}

function createTimeoutError(cause: unknown): ImageEngineError {
  return new ImageEngineError("engine_timeout", `The image server did not answer in time. ${uncharged}`, {
    isRetryable: false,
    cause,
  });
}

function readRetryAfter(header: string | null): number {
  const seconds = Number(header) || (Date.parse(header ?? "") - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 300) : 2;
}

function getCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
