import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

// The request as the protocol documents it; whatever else is sent is a mistake of the client.
const completionRequest = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() }))
    .min(1),
  max_tokens: z.int().positive(),
  temperature: z.number().min(0).max(2),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
});

type CompletionRequest = z.infer<typeof completionRequest>;

/** A request that reached the server. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: CompletionRequest | undefined;
}

/** How the server answers a completion. */
export type Answer = (response: ServerResponse, request: CompletionRequest) => void;

/** A small server that speaks the OpenAI chat protocol strictly, on loopback. */
export interface ModelServer {
  baseUrl: string;
  requests: SeenRequest[];
  /** Connections whose client left before it was answered. */
  countAbandoned(): number;
  /** Answers the next completions in turn, the last one for ever. */
  answerWith(...answers: Answer[]): void;
  stop(): Promise<void>;
}

/** Writes one event of a streamed answer. */
export function toEvent(content: string, finishReason: string | null = null): string {
  const choice = { index: 0, delta: { content }, logprobs: null, finish_reason: finishReason };
  const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: "m" };
  return `data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`;
}

/** The last event of a streamed answer with what it used, and the end of the stream. */
export const lastEvents = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":5,"total_tokens":17}}\n\ndata: [DONE]\n\n`;

/** Begins an answer in events and leaves the rest to the test. */
export function stream(write: (response: ServerResponse) => void): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    write(response);
  };
}

/** Answers as a healthy server does, whole or in a piece a word. */
export function say(content: string): Answer {
  return (response, { model, stream: isStreamed }) => {
    if (!isStreamed) return sayWhole(response, model, content);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const word of content.split(/(?<= )/)) response.write(toEvent(word));
    response.end(toEvent("", "stop") + lastEvents);
  };
}

function sayWhole(response: ServerResponse, model: string, content: string): void {
  sendJson(response, 200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
  });
}

/** Answers with a status and an error body of the protocol. */
export function failWith(status: number, headers: Record<string, string> = {}): Answer {
  return (response) =>
    sendJson(
      response,
      status,
      { error: { message: "inner words", type: "x", param: null, code: null } },
      headers,
    );
}

/** Answers 200 with a body that is none. */
export function sayGarbage(body: string, type = "application/json"): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": type });
    response.end(body);
  };
}

/** Never answers. */
export const stayOpen: Answer = () => {};

/** Cuts the connection: before the answer, or in the middle of it. */
export function reset({ inTheMiddle = false } = {}): Answer {
  return (response) => {
    if (!inTheMiddle) {
      response.socket?.resetAndDestroy();
      return;
    }
    response.writeHead(200, { "content-type": "application/json", "content-length": 1_000 });
    response.write('{"choices":[', () => response.socket?.resetAndDestroy());
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Starts the server. With a key, it refuses requests that do not carry it. */
export async function startModelServer({ apiKey }: { apiKey?: string } = {}): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  let answers: Answer[] = [say("hello")];
  let abandoned = 0;

  const server = createServer(async (request, response) => {
    response.once("close", () => {
      if (!response.writableFinished) abandoned++;
    });
    const sent = await text(request).catch(() => "");
    const path = request.url ?? "";
    const parsed = completionRequest.safeParse(sent ? JSON.parse(sent) : undefined);
    requests.push({ method: request.method ?? "", path, headers: request.headers, body: parsed.data });
    if (apiKey && request.headers.authorization !== `Bearer ${apiKey}`)
      return failWith(401)(response, {} as never);
    if (request.method === "GET" && path === "/v1/models") {
      return sendJson(response, 200, {
        object: "list",
        data: [{ id: "m", object: "model", owned_by: "us" }],
      });
    }
    if (request.method !== "POST" || path !== "/v1/chat/completions")
      return failWith(404)(response, {} as never);
    if (!parsed.success || !request.headers["content-type"]?.startsWith("application/json")) {
      return sendJson(response, 422, { error: { message: z.prettifyError(parsed.error as z.ZodError) } });
    }
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(response, parsed.data);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    countAbandoned: () => abandoned,
    answerWith: (...next) => {
      answers = next;
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
