import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CarReader } from "@ipld/car";

/** A server that speaks a pinning protocol, and what it was asked. */
export interface PinningServer {
  url: string;
  /** Roots that were pinned, with the number of blocks that came along. */
  pinned: { root: string; blocks: number }[];
  requests: { method: string; path: string; body: string }[];
  stop(): Promise<void>;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

async function start(
  answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    readAll(request)
      .then((body) => answer(request, body, response))
      .catch((error) =>
        response.writeHead(500).end(JSON.stringify({ Message: String(error), Code: 0, Type: "error" })),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Kubo's `dag/import` as its RPC reference describes it: POST only, one multipart file, a JSON line for each root. */
export async function startKubo({
  authorization,
}: {
  authorization: string;
}): Promise<PinningServer & { refuseWith?: string }> {
  const pinned: PinningServer["pinned"] = [];
  const requests: PinningServer["requests"] = [];
  const kubo: { refuseWith?: string } = {};
  const server = await start(async (request, body, response) => {
    const url = new URL(request.url ?? "", "http://kubo");
    requests.push({ method: request.method ?? "", path: url.pathname, body: "" });
    if (request.headers.authorization !== authorization)
      return void response.writeHead(403).end("403 - Forbidden");
    if (request.method !== "POST") return void response.writeHead(405).end("405 - Method Not Allowed");
    if (url.pathname !== "/api/v0/dag/import") return void response.writeHead(404).end("404 page not found");
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("file");
    if (!(file instanceof File)) throw new Error("file argument 'path' is required");
    const reader = await CarReader.fromBytes(new Uint8Array(await file.arrayBuffer()));
    let blocks = 0;
    for await (const _ of reader.blocks()) blocks++;
    response.writeHead(200, { "content-type": "application/json" });
    for (const root of await reader.getRoots()) {
      if (!kubo.refuseWith) pinned.push({ root: root.toString(), blocks });
      response.write(
        `${JSON.stringify({ Root: { Cid: { "/": root.toString() }, PinErrorMsg: kubo.refuseWith ?? "" } })}\n`,
      );
    }
    response.end();
  });
  return Object.assign(kubo, { pinned, requests, ...server });
}

/** A service of the IPFS Pinning Service API 1.0: bearer token, POST /pins, GET /pins/{requestid}. Pins at the second look. */
export async function startPinningService({ accessToken }: { accessToken: string }): Promise<PinningServer> {
  const pinned: PinningServer["pinned"] = [];
  const requests: PinningServer["requests"] = [];
  const looksById = new Map<string, { cid: string; looks: number }>();
  const server = await start(async (request, body, response) => {
    const path = request.url ?? "";
    requests.push({ method: request.method ?? "", path, body: body.toString() });
    const answer = (status: number, value: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return answer(401, {
        error: { reason: "UNAUTHORIZED", details: "Access token is missing or invalid" },
      });
    if (request.method === "POST" && path === "/pins") {
      const { cid, name, origins, ...unknown } = JSON.parse(body.toString());
      if (
        request.headers["content-type"] !== "application/json" ||
        typeof cid !== "string" ||
        name.length > 255 ||
        Object.keys(unknown).length > 0
      )
        return answer(400, { error: { reason: "BAD_REQUEST" } });
      const requestid = `pin-${looksById.size + 1}`;
      looksById.set(requestid, { cid, looks: 0 });
      return answer(202, {
        requestid,
        status: "queued",
        created: new Date().toISOString(),
        pin: { cid, origins },
        delegates: ["/ip4/203.0.113.1/tcp/4001"],
      });
    }
    const pin = request.method === "GET" ? looksById.get(path.replace("/pins/", "")) : undefined;
    if (!pin) return answer(404, { error: { reason: "NOT_FOUND" } });
    pin.looks++;
    const status = pin.looks > 1 ? "pinned" : "pinning";
    if (status === "pinned") pinned.push({ root: pin.cid, blocks: 0 });
    return answer(200, {
      requestid: path.replace("/pins/", ""),
      status,
      created: new Date().toISOString(),
      pin: { cid: pin.cid },
      delegates: [],
    });
  });
  return { pinned, requests, ...server };
}
