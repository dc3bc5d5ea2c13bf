import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { hostileResponses } from "./hostile-responses.ts";

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A reachable server that misbehaves on request, one path for each kind. */
export interface HostileServer extends AsyncDisposable {
  readonly port: number;
  readonly seen: SeenRequest[];
  /** Currently open connections: none may be left when a request is over. */
  readonly openSockets: ReadonlySet<Socket>;
}

/** Listens on 127.0.0.2, which represents the public internet in these tests. */
export async function startHostileServer(port = 0, host = "127.0.0.2"): Promise<HostileServer> {
  const openSockets = new Set<Socket>();
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://hostile");
    const body = await Readable.from(request).toArray();
    const { method = "", headers } = request;
    seen.push({ method, path: url.pathname, headers, body: Buffer.concat(body).toString() });
    const respond = hostileResponses[url.pathname] ?? plainResponse;
    respond(response, url.searchParams, request.socket);
  });
  server.on("connection", (socket) => {
    openSockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => openSockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    openSockets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      for (const socket of openSockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}

function plainResponse(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("fine");
}
