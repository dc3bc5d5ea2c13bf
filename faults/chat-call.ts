import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** What a caller of the assistant got. */
export interface ChatAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  /** Whether the terminating chunk came. */
  isWhole: boolean;
  elapsedInMs: number;
}

/** A question under way. */
export interface ChatCall {
  sent: ClientRequest;
  /** Resolves with the headers; the body is not read before `read`. */
  response: Promise<IncomingMessage>;
  /** Reads to the end, in order or not. */
  read(): Promise<ChatAnswer>;
}

/** Asks the assistant, over a connection of its own. */
export function openChat(
  baseUrl: string,
  key: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): ChatCall {
  const startedAt = performance.now();
  const { hostname, port } = new URL(baseUrl);
  const sent = request({
    hostname,
    port,
    agent: false,
    path: "/chat/stream",
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "text/plain",
      ...headers,
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  response.catch(() => {});
  sent.end(JSON.stringify({ model: "general_assistant", question: "What is gas?", ...body }));
  return {
    sent,
    response,
    async read() {
      const answer = await response;
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("error", () => {});
      answer.resume();
      await new Promise((resolve) => answer.once("close", resolve));
      return {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text,
        isWhole: answer.complete,
        elapsedInMs: performance.now() - startedAt,
      };
    },
  };
}
