import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A receiver of webhooks that does what the test says. */
export interface WebhookReceiver {
  url: string;
  hostAndPort: string;
  /** The ids of what it got, in order. */
  ids: string[];
  answer: (response: ServerResponse, id: string, body: string) => void;
  stop(): Promise<void>;
}

/** Starts a receiver, on a port that is given or on any that is free; it answers 204 until it is told otherwise. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const ids: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined || Buffer.byteLength(body) !== Number(request.headers["content-length"])) return;
    const id = String(request.headers["webhook-id"]);
    ids.push(id);
    response.on("error", () => {});
    receiver.answer(response, id, body);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: WebhookReceiver = {
    url: `http://${hostAndPort}/hook`,
    hostAndPort,
    ids,
    answer: (response) => response.writeHead(204).end(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
