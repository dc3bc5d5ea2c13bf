import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type SandboxProcess, startSandboxProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getCredits } from "./call-api.ts";

const listed = "https://app.example.com";
const path = "/nft/generate-image";

let sandbox: SandboxProcess;
let localService: Server;
let localRequests = 0;

beforeAll(async () => {
  localService = createServer((_request, response) => {
    localRequests++;
    response.end("a secret of a local service");
  }).listen(0, "127.0.0.1");
  sandbox = await startSandboxProcess(["--latency", "none", "--allow-origin", listed]);
}, 120_000);

afterAll(async () => {
  localService?.close();
  expect(await sandbox?.stop()).toBe(0);
});

/** Sends a request with any Origin and Host, as a browser would; fetch lets nobody choose the Host. */
function send(headers: Record<string, string>, method = "POST") {
  const { port } = localService.address() as AddressInfo;
  const body = {
    ...{ prompt: "a fox", model: "velogen", width: 512, height: 512 },
    image: `http://127.0.0.1:${port}/private`,
  };
  return new Promise<{ status: number | undefined; cors: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = httpRequest(sandbox.baseUrl + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
      });
      sent.once("error", reject).once("response", (response) => {
        const cors = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => name.startsWith("access-control-")),
        );
        let text = "";
        response.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        response.once("end", () => resolve({ status: response.statusCode, cors, text }));
      });
      sent.end(method === "POST" ? JSON.stringify(body) : undefined);
    },
  );
}

const preflight = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "content-type",
};

it.each([
  ["another site", { origin: "https://evil.example" }],
  ["a site whose name begins with localhost", { origin: "http://localhost.evil.example" }],
  ["a document without an origin", { origin: "null" }],
  ["a name that was pointed at this machine", { origin: "http://evil.example", host: "evil.example" }],
  ["such a name, without an Origin header", { host: "evil.example:3001" }],
])("refuses %s: it reaches no local service, costs nothing and may read nothing", async (_case, headers) => {
  const [requestsBefore, creditsBefore] = [localRequests, await getCredits(sandbox, "any")];
  const refused = await send(headers as Record<string, string>);
  expect(refused.status, refused.text).toBe(403);
  expect(refused.cors).toEqual({});
  expect(JSON.parse(refused.text)).toMatchObject({
    message: expect.stringContaining("--allow-origin"),
    error: { code: "forbidden" },
  });
  const asked = await send({ ...(headers as Record<string, string>), ...preflight }, "OPTIONS");
  expect([asked.status, asked.cors]).toEqual([403, {}]);
  expect(localRequests).toBe(requestsBefore);
  expect(await getCredits(sandbox, "any")).toEqual(creditsBefore);
});

it.each(["http://localhost:5173", "https://localhost", "http://127.0.0.1:8000", "http://[::1]:3000", listed])(
  "lets a page of %s call and read faults that it asked for",
  async (origin) => {
    const asked = await send({ origin, ...preflight, "x-mintwright-fault": "status=503" }, "OPTIONS");
    expect([asked.status, asked.cors["access-control-allow-origin"]]).toEqual([204, origin]);
    const broken = await send({ origin, "x-mintwright-fault": "status=503" });
    expect([broken.status, broken.cors["access-control-allow-origin"]]).toEqual([503, origin]);
    expect(broken.cors["access-control-expose-headers"]).toContain("retry-after");
    const answer = await send({ origin, prefer: "dry-run" });
    expect([answer.status, answer.cors["access-control-allow-origin"]]).toEqual([200, origin]);
  },
);

it("serves programs without an Origin, and its own page, by each name of this machine", async () => {
  const { port } = new URL(sandbox.baseUrl);
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    const host = `${name}:${port}`;
    for (const headers of [{ host }, { host, origin: `http://${host}` }]) {
      expect((await send({ ...headers, prefer: "dry-run" })).status).toBe(200);
    }
  }
  expect((await send({ host: "app.example.com", prefer: "dry-run" })).status).toBe(200);
});
