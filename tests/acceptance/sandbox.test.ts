import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type SandboxProcess, startSandboxProcess } from "@mintwright/test-harness";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type AccountCredits, callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { foxes, queueAccepted, waitForState } from "./collection-calls.ts";
import { expectError, expectInvalid } from "./expect-error.ts";

const anyKey = "whatever";
const faultHeader = "x-mintwright-fault";
const question = { question: "What is gas?" };
const contract =
  "pragma solidity ^0.8.20; contract Bank { function close() public { selfdestruct(payable(msg.sender)); } }";

let sandbox: SandboxProcess;

beforeAll(async () => {
  sandbox = await startSandboxProcess(["--latency", "none"]);
}, 120_000);

afterEach(async () => {
  const credits = await getCredits(sandbox, anyKey);
  expect(credits.granted).toBe(credits.balance + credits.held + credits.spent);
  await reset();
});

afterAll(async () => {
  expect(await sandbox?.stop()).toBe(0);
});

async function reset() {
  expect((await callApi(sandbox, "/sandbox/reset", { method: "POST" })).status).toBe(200);
}

async function advance(seconds: number) {
  const { status, text } = await callApi(sandbox, "/sandbox/clock", { body: { advanceInSeconds: seconds } });
  expect(status, text).toBe(200);
}

const ask = (headers: Record<string, string> = {}) => callApi(sandbox, "/chat", { body: question, headers });

describe("the documented paths", () => {
  it("answer a question as general_assistant does, without a key [BOX-2 BOX-5]", async () => {
    const here = await ask();
    const live = await callApi(sandbox, "/chat/stream", {
      body: { model: "general_assistant", ...question },
    });
    expect(here.status).toBe(200);
    expect(here.body).toEqual(live.body);
    expect(here.body).toMatchObject({ status: true, data: { bot: expect.stringContaining("gas") } });
    expect(here.headers.get("x-credits-charged")).toBe("0.5");
  });

  it("generate an image from a prompt alone, as generate-image does [BOX-6]", async () => {
    const { status, body, headers } = await callApi<{ data: number[] }>(sandbox, "/nft/generate", {
      body: { prompt: "a red fox" },
    });
    expect(status).toBe(200);
    expect(body.data.slice(0, 3)).toEqual([0xff, 0xd8, 0xff]);
    const written = Buffer.from(body.data).toString("latin1");
    expect(written).toContain("urn:c2pa:");
    expect(written).toContain("digitalsourcetype/algorithmicMedia");
    expect(headers.get("x-credits-charged")).toBe("1");
    expect(headers.get("x-image-seed")).toMatch(/^\d+$/);
  });

  it("audit code as the auditor does [BOX-7]", async () => {
    const here = await callApi<{ data: { bot: string; report: { findings: { category: string }[] } } }>(
      sandbox,
      "/contract/audit",
      { body: { code: contract } },
    );
    expect(here.status, here.text).toBe(200);
    expect(here.body.data.bot).toMatch(/^# Audit/);
    expect(here.body.data.report.findings.length).toBeGreaterThan(0);
    expect(here.headers.get("x-credits-charged")).toBe("1");
  });

  it("tell the balance, which starts at 1,000 and falls by the live price [BOX-8 BOX-9 BOX-10]", async () => {
    const read = async () => {
      const { body } = await callApi<{ status: boolean; message: string; data: AccountCredits }>(
        sandbox,
        "/credits/balance",
      );
      return body;
    };
    expect(await read()).toMatchObject({
      status: true,
      message: expect.any(String),
      data: { balance: 1_000, spent: 0, currency: "credits" },
    });
    await ask();
    await enhancePrompt(sandbox, anyKey);
    await callApi(sandbox, "/nft/generate", { body: { prompt: "an owl" } });
    expect(await read()).toMatchObject({ data: { balance: 998, spent: 2 } });
  });

  it.each([
    ["/chat", "question"],
    ["/nft/generate", "prompt"],
    ["/contract/audit", "code"],
  ])("refuse %s without %s, uncharged [BOX-19]", async (path, field) => {
    expectInvalid(await callApi(sandbox, path, { body: {} }), field);
    expectInvalid(await callApi(sandbox, path, { body: { [field]: "  " } }), field);
    expect(await getCredits(sandbox, anyKey)).toMatchObject({ balance: 1_000, spent: 0 });
  });
});

describe("credits", () => {
  it("are never refused, however much is spent, unless asked [BOX-11]", async () => {
    const request = { ...foxes, model: "Dale3", width: 1_792, height: 1_024, enhance: "2x", amount: 200 };
    const { status, headers, text } = await callApi<{ collectionId: string }>(
      sandbox,
      "/nft/generate-nft-queue",
      {
        body: request,
      },
    );
    expect(status, text).toBe(200);
    expect(headers.get("x-credits-held")).toBe("2850");
    expect(headers.get("x-mintwright-sandbox")).toContain("credits=added");
    const { granted, held } = await getCredits(sandbox, anyKey);
    expect(held).toBe(2_850);
    expect(granted).toBeGreaterThan(2_850);
    const refused = await ask({ [faultHeader]: "credits_exhausted" });
    expectError(refused, 402, "insufficient_credits", { price: 0.5, balance: 0 });
    expect((await ask()).status).toBe(200);
  });
});

describe("faults on one request", () => {
  it.each([
    [400, "invalid_request"],
    [401, "unauthorized"],
    [404, "not_found"],
    [500, "internal_error"],
    [502, "engine_failed"],
    [503, "service_unavailable"],
    [504, "engine_timeout"],
  ])("force the status %i in the error shape, uncharged [BOX-14]", async (status, code) => {
    const answer = await ask({ [faultHeader]: `status=${status}` });
    expectError(answer, status, code);
    expect(answer.headers.get("x-mintwright-sandbox")).toBe("sandbox; fault=status");
    expect(answer.headers.get("retry-after")).toBe(status === 503 ? "1" : null);
    expect((await getCredits(sandbox, anyKey)).spent).toBe(0);
  });

  it("force 402 and 429 with what the live service says in them [BOX-14]", async () => {
    expectError(await ask({ [faultHeader]: "status=402" }), 402, "insufficient_credits", {
      price: 0.5,
      balance: 0,
    });
    const limited = await ask({ [faultHeader]: "rate_limited=7" });
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("7");
    expect((await ask({ [faultHeader]: "status=429" })).headers.get("retry-after")).toBe("1");
  });

  it("force a delay, of the whole answer or of its body [BOX-15]", async () => {
    const begunAt = performance.now();
    expect((await ask({ [faultHeader]: "delay=300" })).status).toBe(200);
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(299);
    // Longer than the headers may take to be noticed here.
    const response = await fetch(`${sandbox.baseUrl}/credits/balance`, {
      headers: { [faultHeader]: "slow_body=2000" },
    });
    const headersAt = performance.now();
    expect(await response.json()).toMatchObject({ status: true });
    expect(performance.now() - headersAt).toBeGreaterThan(200);
  });

  it("cut the connection before the answer, whose work a retry finds done and paid once [BOX-16]", async () => {
    const headers = { "idempotency-key": "cut" };
    await expect(ask({ ...headers, [faultHeader]: "cut_connection" })).rejects.toThrow("fetch failed");
    const retried = await ask(headers);
    expect(retried.headers.get("idempotency-replayed")).toBe("true");
    expect(await getCredits(sandbox, anyKey)).toMatchObject({ spent: 0.5, held: 0 });
  });

  it.each([{}, { accept: "text/plain" }, { accept: "text/event-stream" }])(
    "cut an answer of %j in the middle of its body, paid once when it is retried [BOX-16]",
    async (accept) => {
      const headers = { "idempotency-key": "torn", ...accept };
      const response = await fetch(`${sandbox.baseUrl}/chat`, {
        method: "POST",
        body: JSON.stringify(question),
        headers: { ...headers, "content-type": "application/json", [faultHeader]: "cut_stream=12" },
      });
      expect(response.status).toBe(200);
      let bytes = 0;
      await expect(
        (async () => {
          for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
        })(),
      ).rejects.toThrow();
      expect(bytes).toBe(12);
      await expect.poll(async () => (await ask(headers)).headers.get("idempotency-replayed")).toBe("true");
      expect(await getCredits(sandbox, anyKey)).toMatchObject({ spent: 0.5, held: 0 });
    },
  );

  it("let a queued job fail, refunded [BOX-17]", async () => {
    const { body } = await callApi<{ collectionId: string }>(sandbox, "/nft/generate-nft-queue", {
      body: foxes,
      headers: { [faultHeader]: "failed_job" },
    });
    const progress = await waitForState(sandbox, anyKey, body.collectionId, "failed");
    expect(progress.missing).toHaveLength(3);
    const refunded = { balance: 1_000, held: 0, spent: 0 };
    await expect.poll(() => getCredits(sandbox, anyKey)).toMatchObject(refunded);
  });

  it("let a queued job be slow [BOX-18]", async () => {
    const begunAt = performance.now();
    const { body } = await callApi<{ collectionId: string }>(sandbox, "/nft/generate-nft-queue", {
      body: { ...foxes, amount: 1 },
      headers: { [faultHeader]: "slow_job=1500" },
    });
    await waitForState(sandbox, anyKey, body.collectionId, "completed");
    expect(performance.now() - begunAt).toBeGreaterThan(1_500);
  });

  it.each(["explode", "status=200", "delay=soon"])("refuse %j as a fault", async (fault) => {
    const { message } = expectErrorWithDetails(await ask({ [faultHeader]: fault }));
    expect(message).toContain("X-Mintwright-Fault");
  });

  function expectErrorWithDetails(answer: Awaited<ReturnType<typeof ask>>) {
    expect(answer.status).toBe(400);
    return answer.body as { message: string };
  }
});

describe("faults for the next requests", () => {
  it("meet so many requests of the operation, and no others", async () => {
    const fault = { kind: "status", status: 503, retryAfterInSeconds: 0 };
    const ordered = await callApi(sandbox, "/sandbox/faults", {
      body: { fault, times: 2, operation: "/chat" },
    });
    expect(ordered.body).toMatchObject({ data: { faults: [{ fault, times: 2, operation: "/chat" }] } });
    expect((await callApi(sandbox, "/credits/balance")).status).toBe(200);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([503, 503, 200]);
    expect((await callApi(sandbox, "/sandbox/faults")).body).toMatchObject({ data: { faults: [] } });
  });

  it("can be forgotten, and are refused when they are none", async () => {
    await callApi(sandbox, "/sandbox/faults", { body: { fault: { kind: "cut_connection" }, times: 5 } });
    await callApi(sandbox, "/sandbox/faults", { method: "DELETE" });
    expect((await ask()).status).toBe(200);
    expectInvalid(
      await callApi(sandbox, "/sandbox/faults", { body: { fault: { kind: "status", status: 200 } } }),
      "fault.status",
    );
  });
});

describe("the clock", () => {
  it("lets idempotent answers expire after a day", async () => {
    const headers = { "idempotency-key": "day" };
    await ask(headers);
    await advance(86_000);
    expect((await ask(headers)).headers.get("idempotency-replayed")).toBe("true");
    await advance(1_000);
    expect((await ask(headers)).headers.get("idempotency-replayed")).toBeNull();
    expect((await getCredits(sandbox, anyKey)).spent).toBe(1);
  });

  it("lets a key of one's own expire, while any other text stays welcome", async () => {
    const { body } = await callApi<{ data: { key: string } }>(sandbox, "/sandbox/keys", {
      body: { expiresInSeconds: 3_600, ratePerMinute: 2 },
    });
    const { key } = body.data;
    expect((await callApi(sandbox, "/credits/balance", { key })).headers.get("x-ratelimit-limit")).toBe("2");
    expect((await callApi(sandbox, "/credits/balance", { key })).status).toBe(200);
    expect((await callApi(sandbox, "/credits/balance", { key })).status).toBe(429);
    await advance(3_601);
    expectError(await callApi(sandbox, "/credits/balance", { key }), 401, "unauthorized");
    expect((await callApi(sandbox, "/credits/balance", { key: anyKey })).status).toBe(200);
  });

  it("forgets conversations when their time is over", async () => {
    await callApi(sandbox, "/chat/chatHistory/retention", { method: "PUT", body: { days: 1 } });
    await callApi(sandbox, "/chat", { body: { ...question, chatHistory: "on" } });
    const count = async () =>
      (await callApi<{ data: { count: number } }>(sandbox, "/chat/chatHistory")).body.data.count;
    expect(await count()).toBe(1);
    await advance(2 * 86_400);
    expect(await count()).toBe(0);
  });

  it("brings webhook retries forward, to a receiver on this machine, and lists the deliveries", {
    timeout: 60_000,
  }, async () => {
    let status = 500;
    const receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const webhookUrl = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`;
    await queueAccepted(sandbox, anyKey, { amount: 1, webhookUrl });
    const read = async () => {
      const { body } = await callApi<{ data: { deliveries: { state: string; attempts: object[] }[] } }>(
        sandbox,
        "/webhooks/deliveries",
      );
      const [delivery] = body.data.deliveries;
      return { state: delivery?.state, attempts: delivery?.attempts.length ?? 0 };
    };
    const waitFor = (attempts: number) =>
      vi.waitFor(async () => expect((await read()).attempts).toBeGreaterThanOrEqual(attempts), {
        timeout: 20_000,
        interval: 20,
      });
    await waitFor(1);
    const begunAt = performance.now();
    // By the real clock the eighth attempt comes more than ten minutes after the first.
    for (let attempts = 2; attempts <= 8; attempts++) {
      if (attempts === 8) status = 204;
      await advance(3_600);
      await waitFor(attempts);
    }
    await vi.waitFor(async () => expect((await read()).state).toBe("delivered"), 20_000);
    const elapsedInMs = Math.round(performance.now() - begunAt);
    process.stdout.write(`seven webhook retries, an hour apart each, took ${elapsedInMs} ms\n`);
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  it("reaches months for which the ledger had no partition", async () => {
    await advance(400 * 86_400);
    expect((await ask()).status).toBe(200);
    const { body } = await callApi<{ data: { now: string; aheadInSeconds: number } }>(
      sandbox,
      "/sandbox/clock",
    );
    expect(Date.parse(body.data.now)).toBeGreaterThan(Date.now() + 399 * 86_400_000);
    await reset();
    expect((await callApi(sandbox, "/sandbox/clock")).body).toMatchObject({ data: { aheadInSeconds: 0 } });
  });
});

describe("the server itself", () => {
  it("says on every answer where it comes from", async () => {
    for (const path of [
      "/",
      "/docs",
      "/credits/balance",
      "/nowhere",
      "/%zz",
      "/openapi.json",
      "/sandbox/clock",
    ]) {
      const { headers } = await callApi(sandbox, path);
      expect([path, headers.get("x-mintwright-sandbox")]).toEqual([path, "sandbox"]);
    }
  });

  it("starts over: credits, jobs, files, conversations, faults", async () => {
    const collectionId = await queueAccepted(sandbox, anyKey, { amount: 1 });
    const { data } = await waitForState(sandbox, anyKey, collectionId, "completed");
    const image = new URL(data?.images[0] ?? "", sandbox.baseUrl).pathname;
    expect((await callApi(sandbox, image)).status).toBe(200);
    await callApi(sandbox, "/sandbox/faults", { body: { fault: { kind: "status", status: 500 } } });
    await reset();
    expect(await getCredits(sandbox, anyKey)).toEqual({ balance: 1_000, held: 0, spent: 0, granted: 1_000 });
    expect((await callApi(sandbox, `/nft/progress/${collectionId}`)).status).toBe(404);
    expect((await callApi(sandbox, image)).status).toBe(404);
    expect((await callApi(sandbox, "/news")).body).toMatchObject({ data: { length: 10 } });
  });

  it("lists requests as they came, and tells of them", async () => {
    const events = await fetch(`${sandbox.baseUrl}/sandbox/events`);
    await ask({ [faultHeader]: "status=503", "x-request-id": "seen" });
    let told = "";
    for await (const chunk of events.body ?? []) {
      told += Buffer.from(chunk).toString();
      if (told.includes('"isOpen":false')) break;
    }
    expect(told).toContain('"requestId":"seen"');
    const { body } = await callApi<{ data: { requests: object[] } }>(sandbox, "/sandbox/requests");
    expect(body.data.requests).toMatchObject([
      {
        requestId: "seen",
        method: "POST",
        path: "/chat",
        operation: "askQuestion",
        status: 503,
        isOpen: false,
      },
    ]);
  });

  it("serves many at once on its one connection, each charged once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0
          ? callApi(sandbox, "/credits/balance")
          : index % 3 === 1
            ? callApi(sandbox, "/news?limit=10")
            : ask({ "idempotency-key": `many ${index % 2}` }),
      ),
    );
    const statuses = Map.groupBy(answers, ({ status }) => status);
    // A retry may come while the first is under way, and is told so.
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await getCredits(sandbox, anyKey)).toMatchObject({ held: 0, spent: 21 });
  });

  it("serves a page that may load nothing from elsewhere", async () => {
    const { status, headers, text } = await callApi(sandbox, "/");
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const [, path] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(path).toMatch(/^\//);
      expect([path, (await callApi(sandbox, path ?? "")).status]).toEqual([path, 200]);
    }
  });
});
