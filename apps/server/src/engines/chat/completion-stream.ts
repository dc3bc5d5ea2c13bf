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
// Far more than a model writes; a server that goes on for ever is cut off.
const maxStreamBytes = 256 * 1024 * 1024;

/** A streamed completion to ask for. */
export interface CompletionStreamRequest {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** How long the server may send nothing once it has begun. */
  silenceInMs: number;
  signal: AbortSignal;
}

/**
 * Asks for a completion in pieces and resolves with its first text. Bytes go from undici's parser into the queue
 * without a stream between them, and a full queue pauses the server's socket: nothing piles up here.
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
  let isOver = false;

  const queue = createTextQueue({
    maxWaitingCharacters,
    onTaken: () => controller?.paused && controller.resume(),
    onAbandoned: () => finish(new DOMException("Nobody reads the answer any more.", "AbortError")),
  });

  /** Ends everything once: with the whole answer, or with the reason why there is none. */
  function finish(error?: unknown): void {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener("abort", onAbort);
    opened.reject(error ?? createEmptyError());
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
            throw new RangeError(`the answer has more than ${maxStreamBytes} bytes`);
          const text = events.read(chunk);
          if (text === "") return;
          if (!queue.push(text)) started.pause();
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
        finish(events.isWhole() ? undefined : createUnreadableError(new Error("it ended in the middle")));
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
