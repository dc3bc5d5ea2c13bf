import type { Dispatcher } from "undici";
import { ChatEngineError, type ChatStream } from "./chat-engine.ts";
import {
  createConnectionError,
  createEmptyError,
  createSilenceError,
  createStatusError,
  createUnreadableError,
} from "./chat-server-errors.ts";
import { createEventReader, createWholeReader } from "./completion-events.ts";
import { createTextQueue } from "./text-queue.ts";

const maxWaitingCharacters = 64 * 1024;
// Far more than any model writes. A server that never stops is cut off here.
const maxStreamBytes = 256 * 1024 * 1024;

export interface CompletionStreamRequest {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the request asks for the answer in one piece. */
  isWhole: boolean;
  /** How long the server may send nothing after it has started a stream. */
  silenceInMs: number;
  signal: AbortSignal;
}

/**
 * Requests a completion and resolves with its first text. undici's parser feeds the queue directly, without a
 * stream in between, and a full queue pauses the server's socket, so that nothing accumulates here.
 */
export function openCompletionStream(
  dispatcher: Dispatcher,
  { origin, path, headers, body, isWhole, silenceInMs, signal }: CompletionStreamRequest,
): Promise<ChatStream> {
  const opened = Promise.withResolvers<ChatStream>();
  const ended = Promise.withResolvers<void>();
  const reader = isWhole ? createWholeReader() : createEventReader();
  const expectedType = isWhole ? "application/json" : "text/event-stream";
  let controller: Dispatcher.DispatchController | undefined;
  let bytes = 0;
  let isOpen = false;
  let isOver = false;

  const queue = createTextQueue({
    maxWaitingCharacters,
    onTaken: () => controller?.paused && controller.resume(),
    onAbandoned: () => finish(new DOMException("The reader of the answer is gone.", "AbortError")),
  });

  /** Ends everything once: with the complete answer, or with the error. */
  function finish(error?: unknown): void {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener("abort", onAbort);
    // The stack of an error costs more than reading the answer.
    if (!isOpen) opened.reject(error ?? createEmptyError());
    queue.end(error);
    ended.resolve();
    if (error !== undefined) controller?.abort(error instanceof Error ? error : new Error("ended"));
  }
  /** Returns false when the queue is full. */
  function take(text: string): boolean {
    if (text === "") return true;
    const hasRoom = queue.push(text);
    if (!isOpen) {
      isOpen = true;
      opened.resolve({
        text: queue.text,
        isOffline: false,
        readTokens: reader.readTokens,
        ended: ended.promise,
      });
    }
    return hasRoom;
  }

  const onAbort = () => finish(signal.reason);
  if (signal.aborted) return Promise.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });

  // While a server generates a whole answer it may be silent, before its headers or after: the caller's deadline ends it.
  const bodyTimeout = isWhole ? 0 : silenceInMs;
  dispatcher.dispatch(
    { origin, path, method: "POST", headers, body, bodyTimeout, headersTimeout: 0 },
    {
      onRequestStart(started) {
        controller = started;
        if (isOver) started.abort(new Error("ended before it began"));
      },
      onResponseStart(_controller, status, answerHeaders) {
        if (isOver || status < 200) return;
        const type = String(answerHeaders["content-type"] ?? "");
        if (status !== 200) {
          finish(
            createStatusError(status, answerHeaders["retry-after"]?.toString(), new Error(`HTTP ${status}`)),
          );
        } else if (type.split(";", 1)[0]?.trim().toLowerCase() !== expectedType) {
          finish(createUnreadableError(new Error(`expected ${expectedType}, got ${type.slice(0, 100)}`)));
        }
      },
      onResponseData(started, chunk) {
        if (isOver) return;
        try {
          bytes += chunk.length;
          if (bytes > maxStreamBytes)
            throw new RangeError(`the response has more than ${maxStreamBytes} bytes`);
          if (!take(reader.read(chunk))) started.pause();
        } catch (error) {
          finish(createUnreadableError(error));
        }
      },
      onResponseEnd() {
        if (isOver) return;
        try {
          take(reader.end());
          finish();
        } catch (error) {
          finish(createUnreadableError(error));
        }
      },
      onResponseError(_controller, error) {
        finish(explain(error));
      },
    },
  );
  return opened.promise;
}

function explain(error: Error & { code?: string }): unknown {
  if (error instanceof ChatEngineError) return error;
  return error.code === "UND_ERR_BODY_TIMEOUT" ? createSilenceError(error) : createConnectionError(error);
}
