import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HostileServer, startHostileServer } from "./__fixtures__/hostile-server.ts";
import { fenceToLoopback } from "./__fixtures__/loopback-fence.ts";
import { startTrap } from "./__fixtures__/trap-server.ts";
import { createOutbound, type Outbound, type OutboundError } from "./index.ts";

const fence = fenceToLoopback();
afterAll(() => fence[Symbol.dispose]());

const limits = { maxBytes: 10_000, timeoutInMs: 10_000 };
let site: HostileServer;
let outbound: Outbound;
let origin: string;

beforeEach(async () => {
  site = await startHostileServer();
  origin = `http://127.0.0.2:${site.port}`;
  outbound = createOutbound({
    allow: [`127.0.0.2:${site.port}`],
    resolve: async () => ["127.0.0.2"],
    userAgent: "Mintwright/1.2",
  });
});

afterEach(async () => {
  await expect.poll(() => site.openSockets.size).toBe(0);
  await site[Symbol.asyncDispose]();
});

function redirectTo(location: string, status = 302): string {
  return `${origin}/redirect?status=${status}&to=${encodeURIComponent(location)}`;
}

describe("a response", () => {
  test("comes back whole, without the fragment in its URL", async () => {
    const response = await outbound.fetch(`${origin}/page?a=1#part`, { ...limits, accept: ["text/plain"] });
    expect(response).toMatchObject({ status: 200, url: `${origin}/page?a=1` });
    expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(response.body.toString()).toBe("fine");
    const { headers } = site.seen[0] ?? {};
    expect(headers).toMatchObject({
      accept: "text/plain",
      "user-agent": "Mintwright/1.2",
      connection: "close",
    });
  });

  test("is decoded, and no longer says that it was encoded", async () => {
    const response = await outbound.fetch(`${origin}/gzip`, limits);
    expect(response.body.toString()).toBe("fine");
    expect(response.headers).not.toHaveProperty("content-encoding");
  });

  test("may be exactly as large as its cap", async () => {
    const response = await outbound.fetch(`${origin}/`, { ...limits, maxBytes: 4 });
    expect(response.body).toHaveLength(4);
    const tooSmall = outbound.fetch(`${origin}/`, { ...limits, maxBytes: 3 });
    await expect(tooSmall).rejects.toMatchObject({ code: "too_large", isRetryable: false });
  });

  test("without success is returned whatever its type", async () => {
    const response = await outbound.fetch(`${origin}/not-found`, { ...limits, accept: ["image/*"] });
    expect(response.status).toBe(404);
  });

  test("that was not modified is returned for a conditional request", async () => {
    const headers = { "If-None-Match": '"1"' };
    const response = await outbound.fetch(`${origin}/etag`, { ...limits, headers, accept: ["text/xml"] });
    expect(response).toMatchObject({ status: 304, headers: { etag: '"1"' } });
    expect(site.seen[0]?.headers["if-none-match"]).toBe('"1"');
  });

  test("brings no cookies", async () => {
    const response = await outbound.fetch(`${origin}/cookie`, limits);
    expect(response.headers).not.toHaveProperty("set-cookie");
  });

  test("ends where its length says", async () => {
    const response = await outbound.fetch(`${origin}/length-too-short`, limits);
    expect(response.body.toString()).toBe("fine");
  });

  test("to HEAD has no body", async () => {
    const response = await outbound.fetch(`${origin}/`, { ...limits, method: "HEAD" });
    expect(response).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });
});

describe("a request", () => {
  test("posts its body, and its redirect is returned instead of followed", async () => {
    const headers = { "content-type": "application/json" };
    const request = { ...limits, method: "POST", headers, body: '{"id":1}' } as const;
    const response = await outbound.fetch(redirectTo("/next", 307), request);
    expect(response).toMatchObject({ status: 307, headers: { location: "/next" } });
    expect(site.seen).toHaveLength(1);
    expect(site.seen[0]).toMatchObject({ method: "POST", body: '{"id":1}', headers });
  });

  test.each([301, 302, 303, 307, 308])("follows a redirect with status %i", async (status) => {
    const response = await outbound.fetch(redirectTo("/næste?x=1", status), limits);
    expect(response).toMatchObject({ status: 200, url: `${origin}/n%C3%A6ste?x=1` });
  });

  test("follows no redirect when it must not", async () => {
    const response = await outbound.fetch(redirectTo("/next"), { ...limits, maxRedirects: 0 });
    expect(response).toMatchObject({ status: 302, headers: { location: "/next" } });
  });

  test("keeps its credentials on the same origin and drops them on the way to another", async () => {
    const headers = { authorization: "Bearer 1", "x-api-key": "2", "if-none-match": '"3"' };
    const elsewhere = `http://other.test:${site.port}/`;
    await outbound.fetch(redirectTo("/same"), { ...limits, headers });
    await outbound.fetch(redirectTo(elsewhere), { ...limits, headers });
    const [, same, , other] = site.seen;
    expect(same?.headers).toMatchObject(headers);
    expect(other?.headers).toMatchObject({ "if-none-match": '"3"', host: `other.test:${site.port}` });
    expect(other?.headers).not.toHaveProperty("authorization");
    expect(other?.headers).not.toHaveProperty("x-api-key");
  });

  test.each([
    { Host: "127.0.0.1" },
    { cookie: "a=b" },
    { "Transfer-Encoding": "chunked" },
    { "Proxy-Authorization": "Basic eA==" },
    { "x-split": "a\r\nhost: 127.0.0.1" },
    { "x bad": "name" },
  ])("cannot set %j", async (headers) => {
    const fetching = outbound.fetch(`${origin}/`, {
      ...limits,
      headers: { ...headers } as Record<string, string>,
    });
    await expect(fetching).rejects.toMatchObject({ code: "request_invalid" });
    expect(site.seen).toHaveLength(0);
  });

  test("ignores proxies in the environment", async () => {
    await using proxy = await startTrap("127.0.0.1");
    const before = { ...process.env };
    Object.assign(process.env, {
      HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
      http_proxy: `http://127.0.0.1:${proxy.port}`,
    });
    try {
      await outbound.fetch(`${origin}/`, limits);
    } finally {
      process.env = before;
    }
    expect(proxy.connections).toBe(0);
    expect(site.seen).toHaveLength(1);
  });
});

describe("an end before the end", () => {
  test.each(["/silent", "/slow-headers", "/slow-body", "/endless-reason"])(
    "by the caller, during %s",
    async (path) => {
      const controller = new AbortController();
      const reason = new Error("no longer wanted");
      const startedAt = performance.now();
      setTimeout(() => controller.abort(reason), 60);
      const request = { maxBytes: 1_000_000_000, timeoutInMs: 5_000, signal: controller.signal };
      await expect(outbound.fetch(origin + path, request)).rejects.toBe(reason);
      expect(performance.now() - startedAt).toBeLessThan(request.timeoutInMs);
    },
  );

  test("by a signal that was aborted already sends nothing", async () => {
    const reason = new Error("never wanted");
    const fetching = outbound.fetch(`${origin}/`, { ...limits, signal: AbortSignal.abort(reason) });
    await expect(fetching).rejects.toBe(reason);
    expect(site.seen).toHaveLength(0);
  });

  test("by the deadline, which all redirects share", async () => {
    const startedAt = performance.now();
    const fetching = outbound.fetch(redirectTo(redirectTo("/slow-body")), { ...limits, timeoutInMs: 200 });
    await expect(fetching).rejects.toMatchObject({ code: "timed_out" });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

test("a refusal says nothing of what is behind a private address", async () => {
  const guarded = createOutbound({ resolve: async () => ["10.1.2.3"] });
  const failure: OutboundError = await guarded.fetch("http://inside.test/", limits).catch((error) => error);
  expect(failure.message).toBe("The URL does not lead to a public internet address.");
  expect(failure.cause).toBeUndefined();
});
