import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** How a stream continues after its pieces. Default: it ends normally. */
export type StreamEnding = "end" | "silence" | "reset" | "malformed" | "long line" | "cut";

const longLineBytes = 10 * 1024 * 1024;

function toEvent(content: string, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finishReason }];
  const chunk = { id: "chatcmpl-scripted", object: "chat.completion.chunk", created: 1_700_000_000 };
  return `data: ${JSON.stringify({ ...chunk, model: "scripted", choices })}\n\n`;
}

const usage = `data: ${JSON.stringify({
  id: "chatcmpl-scripted",
  object: "chat.completion.chunk",
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
})}\n\n`;
const ending = `${toEvent("", "stop")}${usage}data: [DONE]\n\n`;

/** The bytes of a whole streamed answer. */
export function toStreamText(pieces: string[]): string {
  return pieces.map((piece) => toEvent(piece)).join("") + ending;
}

/** Writes an answer in pieces, and then does what the script says. */
export async function writePieces(
  response: ServerResponse,
  { pieces, everyInMs = 0, next = "end" }: { pieces: string[]; everyInMs?: number; next?: StreamEnding },
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && everyInMs > 0) await sleep(everyInMs);
    response.write(toEvent(piece));
  }
  if (next === "end") {
    response.end(ending);
    return;
  }
  // Flushes the earlier pieces first.
  await sleep(50);
  switch (next) {
    case "silence":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "malformed":
      response.end('data: {"choices": [{"delta": \n\n');
      return;
    case "long line":
      response.end(`data: ${"x".repeat(longLineBytes)}\n\n`);
      return;
    case "cut":
      response.end();
  }
}

/** Writes an answer of so many bytes of text, as fast as it is read. */
export async function writeStreamedFlood(
  response: ServerResponse,
  call: { bytesSent: number },
  bytes: number,
): Promise<void> {
  const piece = toEvent("x".repeat(4_096));
  async function* events() {
    for (; call.bytesSent < bytes; call.bytesSent += 4_096) yield piece;
    yield ending;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  await pipeline(events(), response);
}
