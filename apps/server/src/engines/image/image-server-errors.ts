import { ImageEngineError } from "./image-engine.ts";

// Messages contain only our own words. What the server said, and its URL, go into the cause, which only the log shows.
const uncharged = "Nothing is charged; try again shortly.";

// Codes of failed connections: no image was started.
const codesBeforeConnecting = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const codesOfTimeouts = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);

/** The server's response violates the protocol. */
export function createUnreadableAnswerError(cause: unknown): ImageEngineError {
  return new ImageEngineError(
    "engine_failed",
    `The image server sent a response that could not be read. ${uncharged}`,
    { isRetryable: false, cause },
  );
}

export function createFailedError(cause: unknown): ImageEngineError {
  return new ImageEngineError("engine_failed", `The image server failed. ${uncharged}`, {
    isRetryable: false,
    cause,
  });
}

/** Converts a failed connection. A cancellation by the caller is returned as its own reason. */
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

export function translateStatus(
  status: number,
  retryAfter: string | undefined,
  cause: Error,
): ImageEngineError {
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
      "The image server rejected this request. Nothing is charged; change the prompt or its parameters.",
      { isRetryable: false, isRefusal: true, cause },
    );
  }
  if (status === 401 || status === 403 || status === 404) {
    return new ImageEngineError(
      "engine_failed",
      "The image server rejected our credentials or model. Nothing is charged; ask the operator to check its configuration.",
      { isRetryable: false, cause },
    );
  }
  return createFailedError(cause);
}

/** Marks an error as not retryable because work had begun: a retry would generate a second image. */
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

function readRetryAfter(header: string | undefined): number {
  const seconds = Number(header) || (Date.parse(header ?? "") - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 300) : 2;
}

function getCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
