import { ChatEngineError } from "./chat-engine.ts";

const uncharged = "Nothing is charged; try again shortly.";

/** The server did not answer, or stopped answering, for too long. */
export function createSilenceError(cause: unknown): ChatEngineError {
  return new ChatEngineError("engine_timeout", `The model server did not answer in time. ${uncharged}`, {
    isRetryable: false,
    cause,
  });
}

/** The server cannot be reached, or its connection broke. */
export function createConnectionError(cause: unknown): ChatEngineError {
  return new ChatEngineError("engine_unavailable", `The model server cannot be reached. ${uncharged}`, {
    isRetryable: true,
    cause,
  });
}

/** The server answered something that is no answer. */
export function createUnreadableError(cause: unknown): ChatEngineError {
  const message = `The model server gave an answer that cannot be read. ${uncharged}`;
  return new ChatEngineError("engine_failed", message, { isRetryable: false, cause });
}

/** The server answered with nothing at all. */
export function createEmptyError(): ChatEngineError {
  const message = `The model server answered with nothing. ${uncharged}`;
  return new ChatEngineError("engine_failed", message, { isRetryable: false });
}

/** The server answered with a status that is no success. */
export function createStatusError(
  status: number,
  retryAfter: string | null | undefined,
  cause: unknown,
): ChatEngineError {
  if (status === 429) {
    const named = Number(retryAfter);
    const hasNamedTime = Number.isInteger(named) && named > 0;
    // A server that says when to come back is not asked before; the caller is told the same.
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
