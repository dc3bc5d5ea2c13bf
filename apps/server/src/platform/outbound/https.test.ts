import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSelfSignedCertificate } from "./__fixtures__/self-signed-certificate.ts";
import { createOutbound, type Outbound } from "./index.ts";

const limits = { maxBytes: 1_000, timeoutInMs: 10_000 };
const systemCertificates = getCACertificates("default");
let server: Server;
let port: number;
let outbound: Outbound;

beforeAll(async () => {
  const certificate = createSelfSignedCertificate("pinned.test");
  setDefaultCACertificates([...systemCertificates, certificate.cert]);
  server = createServer(certificate, (request, response) => {
    if (request.url === "/downgrade") {
      response.writeHead(302, { location: `http://pinned.test:${port}/` }).end();
    } else if (request.url === "/endless-reason") {
      request.socket.write(`HTTP/1.1 200 ${"x".repeat(200_000)}`);
    } else {
      const { servername, alpnProtocol } = request.socket as TLSSocket;
      response.end(JSON.stringify({ host: request.headers.host, servername, alpnProtocol }));
    }
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.2");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  outbound = createOutbound({ allow: [`127.0.0.2:${port}`], resolve: async () => ["127.0.0.2"] });
});

afterAll(async () => {
  setDefaultCACertificates(systemCertificates);
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

test("TLS and the request see the name, while the connection goes to the checked address", async () => {
  const response = await outbound.fetch(`https://pinned.test:${port}/`, limits);
  expect(JSON.parse(response.body.toString())).toEqual({
    host: `pinned.test:${port}`,
    servername: "pinned.test",
    alpnProtocol: "http/1.1",
  });
});

test.each(["https://other.test", "https://127.0.0.2"])(
  "%s is not who the certificate names",
  async (origin) => {
    const fetching = outbound.fetch(`${origin}:${port}/`, limits);
    await expect(fetching).rejects.toMatchObject({ code: "connect_failed" });
  },
);

test("a redirect from https to http is refused", async () => {
  const fetching = outbound.fetch(`https://pinned.test:${port}/downgrade`, limits);
  await expect(fetching).rejects.toMatchObject({ code: "url_scheme" });
});

test("traffic is counted under TLS as well", async () => {
  const fetching = outbound.fetch(`https://pinned.test:${port}/endless-reason`, limits);
  await expect(fetching).rejects.toMatchObject({ code: "too_large" });
});

test("a handshake that never ends is ended by the deadline, and its connection closed", async () => {
  const silent = createTcpServer().listen(0, "127.0.0.2");
  await once(silent, "listening");
  const { port: silentPort } = silent.address() as AddressInfo;
  const guarded = createOutbound({ allow: [`127.0.0.2:${silentPort}`] });
  const startedAt = performance.now();
  const arrival = once(silent, "connection");
  const fetching = guarded.fetch(`https://127.0.0.2:${silentPort}/`, { ...limits, timeoutInMs: 150 });
  await expect(fetching).rejects.toMatchObject({ code: "timed_out" });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const [socket]: Socket[] = await arrival;
  await once(socket?.resume() as Socket, "close");
  silent.close();
});
