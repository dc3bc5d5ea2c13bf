import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChatRefusal, findBodyRefusal, findHeaderRefusal } from "./chat-request-check.ts";
import { type StreamEnding, toStreamText, writePieces, writeStreamedFlood } from "./scripted-stream.ts";

/** What the server does with one call. */
export type ScriptedStep =
  /** `everyInMs`: the pause between the words of a streamed answer. */
  | { kind: "answer"; text?: string; delayInMs?: number; everyInMs?: number }
  | { kind: "hang" }
  | { kind: "reset" }
  | { kind: "refuse"; status: number; retryAfterInSeconds?: number }
  /** Any body with any content type. Default: JSON. */
  | { kind: "raw"; body: string; contentType?: string }
  /** Announces the full length, sends half of it and closes the connection. */
  | { kind: "cut" }
  /** A valid answer that is sent one byte at a time. */
  | { kind: "drip"; everyInMs: number }
  /** A valid answer with this many bytes of text. */
  | { kind: "flood"; bytes: number }
  /** Pieces of a streamed answer, the pause between them, and how the stream ends. */
  | { kind: "pieces"; pieces: string[]; everyInMs?: number; next?: StreamEnding };

/** One call as the server saw it. Moments are of the monotonic clock, in milliseconds. */
export interface ScriptedCall {
  receivedAt: number;
  prompt: string;
  messages: { role: string; content: string }[];
  /** The `response_format` of the request. */
  format?: unknown;
  isStreamed: boolean;
  /** When the client disconnected before the response was complete. */
  abortedAt?: number;
  bytesSent: number;
  /** When the response was complete or its client had gone. */
  endedAt?: number;
}

/** A fake model server: strict about requests, and it fails as the test says. */
export interface ScriptedModelServer {
  /** The base URL for an OpenAI client. */
  baseUrl: string;
  /** Every call with a valid request, oldest first. */
  calls: ScriptedCall[];
  /** Calls that are being answered now, and the most that ever were at once. */
  readonly running: number;
  readonly mostRunning: number;
  /** Every invalid request, with the error that it got. */
  refusals: ChatRefusal[];
  /** Forgets earlier calls and follows these steps, one per call; the last one repeats. */
  follow(...steps: [ScriptedStep, ...ScriptedStep[]]): void;
  /** Forgets earlier calls and chooses the step of each call by the call. */
  choose(stepOf: (call: ScriptedCall) => ScriptedStep): void;
  stop(): Promise<void>;
}

function toCompletion(text: string): string {
  return JSON.stringify({
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
  });
}

function toErrorBody({ message, param, code }: Omit<ChatRefusal, "status">, type: string): string {
  return JSON.stringify({ error: { message, type, param, code } });
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  });
  response.end(body);
}

async function* writeWholeFlood(call: ScriptedCall, bytes: number): AsyncGenerator<Buffer> {
  const [head = "", tail = ""] = toCompletion("\u0000").split("\\u0000");
  const piece = Buffer.alloc(64 * 1024, "x");
  yield Buffer.from(head);
  while (call.bytesSent < bytes) {
    call.bytesSent += piece.length;
    yield piece;
  }
  yield Buffer.from(tail);
}

async function perform(step: ScriptedStep, call: ScriptedCall, response: ServerResponse): Promise<void> {
  switch (step.kind) {
    case "answer": {
      if (step.delayInMs) await sleep(step.delayInMs);
      const text = step.text ?? `A scripted rewriting of ${call.prompt}`;
      return call.isStreamed
        ? writePieces(response, { pieces: text.split(/(?<= )/), everyInMs: step.everyInMs ?? 0 })
        : send(response, 200, toCompletion(text));
    }
    case "pieces":
      return writePieces(response, step);
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "refuse": {
      const refusal = { message: "The scripted server refuses.", param: null, code: null };
      const type = step.status === 429 ? "rate_limit_exceeded" : "server_error";
      const { retryAfterInSeconds: seconds } = step;
      const headers: Record<string, string> = seconds === undefined ? {} : { "retry-after": String(seconds) };
      return send(response, step.status, toErrorBody(refusal, type), headers);
    }
    case "raw":
      return send(response, 200, step.body, { "content-type": step.contentType ?? "application/json" });
    case "cut": {
      const body = toCompletion("half an answer");
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    }
    case "drip": {
      const text = toCompletion("a slow answer");
      const type = call.isStreamed ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type });
      for (const byte of call.isStreamed ? toStreamText(["a", " slow", " answer"]) : text) {
        if (response.destroyed) return;
        response.write(byte);
        await sleep(step.everyInMs);
      }
      response.end();
      return;
    }
    case "flood":
      if (call.isStreamed) return writeStreamedFlood(response, call, step.bytes);
      response.writeHead(200, { "content-type": "application/json" });
      return pipeline(writeWholeFlood(call, step.bytes), response);
  }
}

/** Starts the server on the loopback address. By default it responds at once. */
export async function startScriptedModelServer(): Promise<ScriptedModelServer> {
  let stepOf: (call: ScriptedCall) => ScriptedStep = () => ({ kind: "answer" });
  const calls: ScriptedCall[] = [];
  const refusals: ChatRefusal[] = [];
  let running = 0;
  let mostRunning = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET" && request.url === "/v1/models") {
      const model = { id: "scripted", object: "model", created: 1_700_000_000, owned_by: "tests" };
      return send(response, 200, JSON.stringify({ object: "list", data: [model] }));
    }
    let refusal = findHeaderRefusal(request);
    const body = refusal ? undefined : await json(request).catch(() => undefined);
    refusal ??= findBodyRefusal(body);
    if (refusal) {
      refusals.push(refusal);
      return send(response, refusal.status, toErrorBody(refusal, "invalid_request_error"));
    }
    const {
      messages,
      stream,
      response_format: format,
    } = body as {
      messages: ScriptedCall["messages"];
      stream?: boolean;
      response_format?: unknown;
    };
    const prompt = messages.at(-1)?.content ?? "";
    const receivedAt = performance.now();
    const call: ScriptedCall = {
      receivedAt,
      prompt,
      messages,
      format,
      isStreamed: stream === true,
      bytesSent: 0,
    };
    mostRunning = Math.max(mostRunning, ++running);
    const end = () => {
      if (call.endedAt === undefined) running--;
      call.endedAt ??= performance.now();
    };
    response.once("finish", end);
    response.once("close", () => {
      if (!response.writableFinished) call.abortedAt = performance.now();
      end();
    });
    calls.push(call);
    await perform(stepOf(call), call, response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    get running() {
      return running;
    },
    get mostRunning() {
      return mostRunning;
    },
    refusals,
    follow(...steps) {
      stepOf = () => steps[Math.min(calls.length, steps.length) - 1] as ScriptedStep;
      calls.length = 0;
    },
    choose(choice) {
      stepOf = choice;
      calls.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
