import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, it } from "vitest";
import { z } from "zod";
import { createImageServerClient } from "./image-server-client.ts";

it("does not reuse a connection, which the server may close at any moment", async () => {
  const used = new Set<Socket>();
  const server = createServer((request, response) => {
    if (used.has(request.socket)) return request.socket.destroy();
    used.add(request.socket);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = createImageServerClient({ baseUrl: `http://127.0.0.1:${port}` });
  const { signal } = new AbortController();
  for (let call = 0; call < 3; call++)
    await client.requestJson({ method: "POST", path: "generate", json: {}, signal }, z.object({}));
  expect(used.size).toBe(3);
  server.close();
});
