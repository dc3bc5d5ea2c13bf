import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server does wrong, once each time that it is planned. */
export type Fault =
  | "server-error"
  | "busy"
  | "overloaded"
  | "reset"
  | "reset-in-answer"
  | "hang"
  | "garbage"
  | "html"
  | "wrong-type"
  | "wrong-shape"
  | "endless"
  | "redirect"
  | "no-images"
  | "not-base64"
  | "not-an-image"
  | "address-only"
  | "refused";

/** One request as it arrived. */
export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  contentType: string;
  body: Buffer;
  /** The client hung up before it had its answer. */
  isAborted: boolean;
}

/** What a protocol answers. */
export interface Answer {
  status?: number;
  json?: unknown;
  bytes?: { type: string; content: Buffer };
}

/** How one protocol works; `fault` is set for faults that only the protocol can commit. */
export interface Protocol {
  /** The paths whose requests commit planned faults. */
  isFaulty(path: string): boolean;
  answer(request: SeenRequest, fault: Fault | undefined): Answer | Promise<Answer>;
}

/** A server that runs. */
export interface ProtocolServer {
  url: string;
  requests: SeenRequest[];
  /** Faults still to be committed, first first. */
  faults: Fault[];
  close(): Promise<void>;
}

/** Refuses a request in the words of a protocol. */
export class ProtocolViolation extends Error {
  readonly answer: Answer;

  constructor(status: number, json: unknown) {
    super(JSON.stringify(json));
    this.answer = { status, json };
  }
}

/** Starts a server that speaks a protocol on a free port of this machine. */
export async function startProtocolServer(protocol: Protocol): Promise<ProtocolServer> {
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    response.on("close", () => {
      request.isAborted = !response.writableFinished;
    });
    const fault = protocol.isFaulty(request.path) ? faults.shift() : undefined;
    if (fault && commitFault(fault, response)) return;
    try {
      const answer = await protocol.answer(request, fault);
      if (fault === "wrong-type") response.setHeader("content-type", "text/html");
      send(response, answer);
    } catch (error) {
      const answer = error instanceof ProtocolViolation ? error.answer : { status: 500, json: String(error) };
      send(response, answer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? "/", "http://server");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    authorization: incoming.headers.authorization,
    contentType: incoming.headers["content-type"] ?? "",
    body: Buffer.concat(chunks),
    isAborted: false,
  };
}

function send(response: ServerResponse, { status = 200, json, bytes }: Answer): void {
  if (bytes) response.writeHead(status, { "content-type": bytes.type }).end(bytes.content);
  else if (json === undefined) response.writeHead(status).end();
  else {
    if (!response.hasHeader("content-type")) response.setHeader("content-type", "application/json");
    response.writeHead(status).end(JSON.stringify(json));
  }
}

/** Commits the faults that need no protocol; the others are the protocol's. */
function commitFault(fault: Fault, response: ServerResponse): boolean {
  const json = { "content-type": "application/json" };
  switch (fault) {
    case "server-error":
      response.writeHead(500, json).end('{"error":"server_error","message":"CUDA out of memory"}');
      return true;
    case "busy":
      response.writeHead(429, { ...json, "retry-after": "1" }).end('{"error":"slow down"}');
      return true;
    case "overloaded":
      response.writeHead(503, { ...json, "retry-after": "120" }).end('{"error":"loading model"}');
      return true;
    case "reset":
      response.socket?.resetAndDestroy();
      return true;
    case "reset-in-answer":
      response.writeHead(200, json).write('{"images":["', () => response.socket?.resetAndDestroy());
      return true;
    case "hang":
      return true;
    case "garbage":
      response.writeHead(200, json).end('{"images": [');
      return true;
    case "html":
      response.writeHead(200, { "content-type": "text/html" }).end("<html>sign in</html>");
      return true;
    case "wrong-shape":
      response.writeHead(200, json).end('{"images": 7, "data": {}, "prompt_id": []}');
      return true;
    case "endless":
      response.writeHead(200, json);
      sendEndlessly(response);
      return true;
    case "redirect":
      // Back to itself, where the next try would succeed: only a client that does not follow fails.
      response.writeHead(307, { location: response.req.url }).end();
      return true;
    default:
      return false;
  }
}

function sendEndlessly(response: ServerResponse): void {
  const block = Buffer.alloc(1024 * 1024, " ");
  const pump = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on("drain", pump);
  pump();
}
