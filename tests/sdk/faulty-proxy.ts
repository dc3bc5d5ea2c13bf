import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the proxy does to one request. */
export type Fault =
  | { kind: "none" }
  /** The server answers; its answer is cut in the middle by a reset. */
  | { kind: "reset-in-body" }
  /** The server answers; its stream is cut after the first piece, with or without an orderly end. */
  | { kind: "cut-stream"; isOrderly: boolean }
  /** Answered by the proxy; the server sees nothing. */
  | { kind: "status"; status: number; retryAfter?: string }
  /** The server answers, and its answer is kept back. */
  | { kind: "slow-headers" }
  /** The server answers; half of its body is kept back. */
  | { kind: "slow-body" };

/** A request as the proxy saw it. */
export interface SeenRequest {
  path: string;
  idempotencyKey: string | undefined;
  lastEventId: string | undefined;
  /** The server's id of the request, once it answered. */
  requestId: string | undefined;
  atInMs: number;
}

/** A proxy between a client and a real server. */
export interface FaultyProxy {
  url: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** Starts a proxy that does to each request what the plan says; the last entry holds for all that follow. */
export async function startFaultyProxy(target: string, plan: Fault[]): Promise<FaultyProxy> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, outgoing) => {
    const fault = plan[Math.min(seen.length, plan.length - 1)] ?? { kind: "none" };
    const record: SeenRequest = {
      path: incoming.url ?? "",
      idempotencyKey: incoming.headers["idempotency-key"]?.toString(),
      lastEventId: incoming.headers["last-event-id"]?.toString(),
      requestId: undefined,
      atInMs: performance.now(),
    };
    seen.push(record);
    outgoing.on("error", () => {});
    if (fault.kind === "status") return refuse(incoming, outgoing, fault);
    const body = await buffer(incoming).catch(() => undefined);
    if (body) forward(target, incoming, body, outgoing, { fault, record });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, retryAfter }: Fault & { kind: "status" },
): void {
  incoming.resume();
  const code = status === 429 ? "rate_limited" : "service_unavailable";
  const body = {
    status: false,
    statusCode: status,
    message: "Later.",
    error: { code, requestId: "proxy-1" },
  };
  outgoing
    .writeHead(status, {
      "content-type": "application/json",
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    })
    .end(JSON.stringify(body));
}

function forward(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  { fault, record }: { fault: Fault; record: SeenRequest },
): void {
  const { host: _host, ...headers } = incoming.headers;
  const upstream = request(target + incoming.url, { method: incoming.method ?? "GET", headers });
  upstream.on("error", () => outgoing.destroy());
  upstream.on("response", async (answer) => {
    const { statusCode = 500 } = answer;
    record.requestId = answer.headers["x-request-id"]?.toString();
    if (fault.kind === "none") {
      outgoing.writeHead(statusCode, answer.headers);
      answer.pipe(outgoing).on("close", () => upstream.destroy());
      return;
    }
    // The server has finished and settled before the client sees anything of it.
    const whole = await buffer(answer);
    if (fault.kind === "slow-headers") return;
    if (fault.kind === "cut-stream") {
      const [firstEvent] = /^.*?data:[^\n]*/s.exec(whole.toString()) ?? [];
      outgoing.writeHead(statusCode, { "content-type": "text/event-stream" });
      outgoing.write(`${firstEvent}\n\n`, () => (fault.isOrderly ? outgoing.end() : cut(outgoing)));
      return;
    }
    outgoing.writeHead(statusCode, answer.headers);
    outgoing.write(whole.subarray(0, whole.length / 2), () => {
      if (fault.kind === "reset-in-body") cut(outgoing);
    });
  });
  upstream.end(body);
}

/** Resets the connection once what was written has left. */
function cut(outgoing: ServerResponse): void {
  setTimeout(() => outgoing.socket?.resetAndDestroy(), 30);
}
