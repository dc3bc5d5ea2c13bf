import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

type Write = (chunk: Buffer, isEnd: boolean) => void;

/** Intercepts the body of a response, whether it is sent at once or streamed. */
function divertBody(response: ServerResponse, divert: Write): void {
  const take = (chunk: unknown, encoding: unknown, done: unknown, isEnd: boolean) => {
    const given = typeof chunk === "string" || chunk instanceof Uint8Array ? chunk : "";
    const callback = [chunk, encoding, done].find((each) => typeof each === "function");
    divert(typeof given === "string" ? Buffer.from(given) : Buffer.from(given), isEnd);
    if (callback) queueMicrotask(callback as () => void);
  };
  response.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
    take(chunk, encoding, done, false);
    return true;
  };
  response.end = (chunk?: unknown, encoding?: unknown, done?: unknown) => {
    take(chunk, encoding, done, true);
    return response;
  };
}

/** Resets the connection where the answer would begin: the work is done, but the caller never learns of it. */
export function cutConnection(response: ServerResponse): void {
  divertBody(response, () => response.socket?.resetAndDestroy());
}

/** Resets the connection after `afterBytes` of the body, and always before its end. */
export function cutBody(response: ServerResponse, afterBytes: number): void {
  const write = response.write.bind(response) as (chunk: Buffer, done?: () => void) => boolean;
  let left = afterBytes;
  divertBody(response, (chunk, isEnd) => {
    if (response.destroyed || left <= 0) return;
    // Short bodies are cut as well: the last byte never arrives.
    const part = chunk.subarray(0, isEnd ? Math.min(left, Math.max(0, chunk.length - 1)) : left);
    left = isEnd ? 0 : left - part.length;
    const cut = () => response.socket?.resetAndDestroy();
    // Waits for the part to be sent: an immediate reset would discard it.
    if (left > 0) write(part);
    else write(part, () => void sleep(20).then(cut));
  });
}

/** Sends status and headers at once and delays the body. */
export function slowBody(response: ServerResponse, delayInMs: number): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let waiting: Promise<unknown> | undefined;
  divertBody(response, (chunk, isEnd) => {
    if (!waiting) {
      response.flushHeaders();
      waiting = sleep(delayInMs);
    }
    waiting = waiting.then(() => {
      if (!response.destroyed && isEnd) end(chunk);
      else if (!response.destroyed && chunk.length > 0) write(chunk);
    });
  });
}
