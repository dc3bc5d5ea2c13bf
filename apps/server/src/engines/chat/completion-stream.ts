import type { Dispatcher } from "undici";
import { ChatEngineError, type ChatStream } from "./chat-engine.ts";
import {
  createConnectionError,
  createEmptyError,
  createSilenceError,
  createStatusError,
  createUnreadableError,
} from "./chat-server-errors.ts";
import { createCompletionEvents } from "./completion-events.ts";
import { createTextQueue } from "./text-queue.ts";

const maxWaitingCharacters = 64 * 1024;
// Far more than any model writes. A server that never stops is cut off here.
const maxStreamBytes = 256 * 1024 * 1024;

export interface CompletionStreamRequest {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** How long the server may send nothing after it has started. */
  silenceInMs: number;
  signal: AbortSignal;
}

/**
 * Requests a streamed completion and resolves with its first text. undici's parser feeds the queue directly, without a
 * stream in between, and a full queue pauses the server's socket, so that nothing accumulates here.
 */
export function openCompletionStream(
  dispatcher: Dispatcher,
  { origin, path, headers, body, silenceInMs, signal }: CompletionStreamRequest,
): Promise<ChatStream> {
  const opened = Promise.withResolvers<ChatStream>();
  const ended = Promise.withResolvers<void>();
  const events = createCompletionEvents();
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
  const onAbort = () => finish(signal.reason);
  if (signal.aborted) return Promise.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });

  dispatcher.dispatch(
    { origin, path, method: "POST", headers, body, bodyTimeout: silenceInMs, headersTimeout: 0 },
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
        } else if (!/^text\/event-stream\b/i.test(type)) {
          finish(createUnreadableError(new Error(`expected text/event-stream, got ${type.slice(0, 100)}`)));
        }
      },
      onResponseData(started, chunk) {
        if (isOver) return;
        try {
          bytes += chunk.length;
          if (bytes > maxStreamBytes)
            throw new RangeError(`the response has more than ${maxStreamBytes} bytes`);
          const text = events.read(chunk);
          if (text === "") return;
          if (!queue.push(text)) started.pause();
          if (isOpen) return;
          isOpen = true;
          opened.resolve({
            text: queue.text,
            isOffline: false,
            readTokens: events.readTokens,
            ended: ended.promise,
          });
        } catch (error) {
          finish(createUnreadableError(error));
        }
      },
      onResponseEnd() {
        finish(
          events.isWhole()
            ? undefined
            : createUnreadableError(new Error("the stream ended before the answer was complete")),
        );
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
