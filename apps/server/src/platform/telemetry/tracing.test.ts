import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { trace } from "@opentelemetry/api";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withSpan } from "./spans.ts";
import { startTracing, type Tracing } from "./tracing.ts";

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
  events: { name: string }[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

const received: { path: string; body: Export }[] = [];
let collector: Server;
let tracing: Tracing;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ path: request.url ?? "", body: JSON.parse(body) });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as { port: number };
  tracing = await startTracing(`http://127.0.0.1:${port}/collect`, "mintwright-test");
});

afterAll(async () => {
  collector.close();
  collector.closeAllConnections();
  await once(collector, "close");
});

it("exports the spans of a request, of the work inside it and of its failure", async () => {
  const app = Fastify();
  await app.register(tracing.fastifyPlugin);
  app.get("/fine", () => withSpan("admission", { "mintwright.requests": 3 }, async () => "fine"));
  app.get("/broken", () =>
    withSpan("settlement", {}, async () => {
      throw new Error("broken inside");
    }),
  );
  expect((await app.inject("/fine")).body).toBe("fine");
  expect((await app.inject("/broken")).statusCode).toBe(500);
  await app.close();
  await tracing.stop();

  const resources = received.flatMap(({ body }) => body.resourceSpans);
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const names = resources.flatMap(({ resource }) => resource.attributes);
  expect(names).toContainEqual({ key: "service.name", value: { stringValue: "mintwright-test" } });

  const admission = spans.find(({ name }) => name === "admission");
  expect(admission?.attributes).toContainEqual({ key: "mintwright.requests", value: { intValue: 3 } });
  const parent = spans.find(({ spanId }) => spanId === admission?.parentSpanId);
  expect(parent?.traceId).toBe(admission?.traceId);
  const settlement = spans.find(({ name }) => name === "settlement");
  expect(settlement?.status.code).toBe(2);
  expect(settlement?.events.map(({ name }) => name)).toEqual(["exception"]);
  expect(settlement?.traceId).not.toBe(admission?.traceId);
});

it("sends them below the address that the operator gave, as the protocol says", () => {
  expect(received.length).toBeGreaterThan(0);
  expect([...new Set(received.map(({ path }) => path))]).toEqual(["/collect/v1/traces"]);
});

it("costs nothing and changes nothing when nobody listens any more", async () => {
  trace.disable();
  expect(await withSpan("quiet", {}, async () => 7)).toBe(7);
  await expect(withSpan("quiet", {}, () => Promise.reject(new Error("same")))).rejects.toThrow("same");
});
