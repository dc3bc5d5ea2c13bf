import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { writePriceHeaders, writeRateHeaders } from "./answer-headers.ts";
import { answerClientError } from "./client-errors.ts";
import { createMetricsApp } from "./metrics-app.ts";

async function headersWrittenBy(write: (reply: Parameters<typeof writeRateHeaders>[0]) => void) {
  const app = Fastify();
  app.get("/", async (_request, reply) => {
    write(reply);
    return "";
  });
  const { headers } = await app.inject("/");
  await app.close();
  return headers;
}

describe("rate headers", () => {
  it("tell limit, rest and the seconds until there is room again", async () => {
    const rate = { limit: 200, remaining: 0, retryAfterInSeconds: 17 };
    expect(await headersWrittenBy((reply) => writeRateHeaders(reply, rate))).toMatchObject({
      "ratelimit-policy": '"default";q=200;w=60',
      ratelimit: '"default";r=0;t=17',
      "x-ratelimit-limit": "200",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "17",
    });
  });

  it("tell the whole window while there is room", async () => {
    const rate = { limit: 200, remaining: 199, retryAfterInSeconds: null };
    expect((await headersWrittenBy((reply) => writeRateHeaders(reply, rate))).ratelimit).toBe(
      '"default";r=199;t=60',
    );
  });

  it("are absent for a key without a limit", async () => {
    const rate = { limit: null, remaining: null, retryAfterInSeconds: null };
    const headers = await headersWrittenBy((reply) => writeRateHeaders(reply, rate));
    expect(Object.keys(headers).filter((name) => name.includes("ratelimit"))).toEqual([]);
  });
});

it("writes prices in credits", async () => {
  expect(await headersWrittenBy((reply) => writePriceHeaders(reply, 475, 29))).toMatchObject({
    "x-credits-charged": "4.75",
    "x-credits-remaining": "0.29",
  });
});

describe("what never became a request", () => {
  async function answerTo(error: Error & { code?: string }): Promise<string> {
    const server = createServer((socket: Socket) => answerClientError(error, socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as { port: number }).port, "127.0.0.1");
    let text = "";
    client.on("data", (chunk) => {
      text += chunk;
    });
    client.on("error", () => {});
    await once(client, "close");
    server.close();
    return text;
  }

  it.each([
    ["HPE_HEADER_OVERFLOW", 431, "headers_too_large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", 408, "request_timeout"],
    ["HPE_INVALID_METHOD", 400, "malformed_request"],
    [undefined, 400, "malformed_request"],
  ])("is answered in the one error shape: %s", async (code, status, name) => {
    const error = Object.assign(new Error("secret detail"), code && { code });
    const [head = "", body = ""] = (await answerTo(error)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain("connection: close");
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    const requestId = /x-request-id: (\S+)/.exec(head)?.[1];
    expect(JSON.parse(body)).toMatchObject({
      status: false,
      statusCode: status,
      error: { code: name, requestId },
    });
    expect(body).not.toContain("secret detail");
  });

  it("is not answered when the connection is gone", async () => {
    expect(await answerTo(Object.assign(new Error("reset"), { code: "ECONNRESET" }))).toBe("");
  });
});

describe("the metrics application", () => {
  it("shows what the process counted, in Prometheus' format, and nothing else", async () => {
    const metrics = createMetrics();
    metrics.holdsSwept.inc(3);
    metrics.creditsCharged.inc({ operation: "enhancePrompt" }, 0.5);
    const app = createMetricsApp(metrics);
    const answer = await app.inject("/metrics");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=/);
    expect(answer.body).toContain("mintwright_holds_swept_total 3");
    expect(answer.body).toContain('mintwright_credits_charged_total{operation="enhancePrompt"} 0.5');
    expect(answer.body).toContain("process_cpu_user_seconds_total");
    expect((await app.inject("/")).statusCode).toBe(404);
    await app.close();
  });

  it("keeps the numbers of two processes apart", async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.holdsSwept.inc();
    expect(await other.registry.getSingleMetricAsString("mintwright_holds_swept_total")).toContain("total 0");
  });
});
