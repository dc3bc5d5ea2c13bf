import { ChatEngineError } from "./chat-engine.ts";

const uncharged = "Nothing is charged; try again shortly.";

export function createSilenceError(cause: unknown): ChatEngineError {
  return new ChatEngineError("engine_timeout", `The model server did not answer in time. ${uncharged}`, {
    isRetryable: false,
    cause,
  });
}

export function createConnectionError(cause: unknown): ChatEngineError {
  return new ChatEngineError("engine_unavailable", `The model server cannot be reached. ${uncharged}`, {
    isRetryable: true,
    cause,
  });
}

/** The server's response violates the protocol. */
export function createUnreadableError(cause: unknown): ChatEngineError {
  const message = `The model server sent a response that could not be read. ${uncharged}`;
  return new ChatEngineError("engine_failed", message, { isRetryable: false, cause });
}

export function createEmptyError(): ChatEngineError {
  const message = `The model server sent an empty answer. ${uncharged}`;
  return new ChatEngineError("engine_failed", message, { isRetryable: false });
}

export function createStatusError(
  status: number,
  retryAfter: string | null | undefined,
  cause: unknown,
): ChatEngineError {
  if (status === 429) {
    const named = Number(retryAfter);
    const hasNamedTime = Number.isInteger(named) && named > 0;
    // A server that sends Retry-After is not retried before; the caller gets the same header.
    return new ChatEngineError("engine_unavailable", `The model server is busy. ${uncharged}`, {
      isRetryable: !hasNamedTime,
      cause,
      ...(hasNamedTime && { retryAfterInSeconds: Math.min(named, 300) }),
    });
  }
  return new ChatEngineError("engine_failed", `The model server failed. ${uncharged}`, {
    isRetryable: status >= 500,
    cause,
  });
}
