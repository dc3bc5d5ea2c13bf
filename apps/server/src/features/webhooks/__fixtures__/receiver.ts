import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One request that a receiver got. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A receiver of webhooks that answers as it is told. */
export interface Receiver {
  url: string;
  /** What the outbound guard must be told to let this receiver through. */
  hostAndPort: string;
  received: Received[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): Promise<void>;
}

/** Starts a receiver that answers 204 until it is told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    received.push({ headers: request.headers as Record<string, string>, body });
    receiver.answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: `http://${hostAndPort}/hook`,
    hostAndPort,
    received,
    answer: (_request, response) => response.writeHead(204).end(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
