import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "@mintwright/api-contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createKeyedAccount, type KeyedAccount } from "../features/__fixtures__/index.ts";
import { createAdmissionService, findKeptAnswer } from "../features/admission/index.ts";
import {
  createHoldKeeper,
  createSettlementService,
  getAccountCredits,
  verifyLedger,
} from "../features/credits/index.ts";
import { createPlaces } from "../features/limits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { AppError } from "../platform/errors.ts";
import { createLogger } from "../platform/logging.ts";
import { type RegisteredProcess, registerProcess } from "../platform/process-registry.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { type OperationContext, StreamAnswer } from "../serving/operation-context.ts";
import { createApp } from "./create-app.ts";
import { createOperationServer } from "./operation-server.ts";

type Source = (context: OperationContext<unknown, unknown, unknown>) => Promise<StreamAnswer>;

const operation = (id: string, price: number): Operation => ({
  id,
  method: "POST",
  path: `/${id}`,
  tag: "Test",
  summary: id,
  description: id,
  auth: "key",
  response: z.unknown(),
  price: price === 0 ? { kind: "free" } : { kind: "metered", describe: "some", of: () => price },
  errors: [],
});

let clone: ClonedDatabase;
let self: RegisteredProcess;
let app: FastifyInstance;
let source: Source;

async function startServer(holdEveryInMs = 60_000): Promise<FastifyInstance> {
  const { database } = clone;
  const logger = createLogger("silent");
  const metrics = createMetrics();
  const server = createApp({
    logger,
    metrics,
    limits: { maxBodyBytes: 1024, requestTimeoutInMs: 1_000 },
    trustedProxies: [],
  });
  const bodies = new Map<string, Buffer>();
  const holds = createHoldKeeper({ database, logger, deadlineInMs: 180_000, everyInMs: holdEveryInMs });
  server.addHook("onClose", async () => holds.stop());
  server.register(async (api) => {
    const serve = createOperationServer(api, {
      admission: createAdmissionService({ database, processId: self.processId, metrics }),
      settlement: createSettlementService({ database, metrics }),
      places: createPlaces({ database, processId: self.processId, logger }),
      holds,
      findKeptAnswer: (accountId, key) => findKeptAnswer(database, accountId, key),
      results: { isStoredByKey: async () => false, reserve: async () => ({ problem: "unused" }) },
      bodies: {
        put: async (name, bytes) => void bodies.set(name, bytes),
        get: async (name) => bodies.get(name),
      },
      metrics,
      logger,
    });
    serve(operation("free", 0), (context) => source(context));
    serve(operation("paid", 50), (context) => source(context));
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  return server;
}

interface Reading {
  response: IncomingMessage;
  first: Promise<unknown>;
  /** What arrived, and whether the terminating chunk did. */
  whole: Promise<{ text: string; isComplete: boolean }>;
}

function open(
  path: string,
  key: string,
  headers: Record<string, string> = {},
): { reading: Promise<Reading>; leave(): void } {
  const { port } = app.server.address() as { port: number };
  const sent = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const reading = new Promise<Reading>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      const whole = new Promise<{ text: string; isComplete: boolean }>((done) => {
        response.once("close", () => done({ text, isComplete: response.complete }));
        response.on("error", () => {});
      });
      resolve({ response, first: once(response, "data"), whole });
    });
  });
  sent.end();
  return { reading, leave: () => sent.destroy() };
}

const read = async (path: string, key: string, headers: Record<string, string> = {}) => {
  const { response, whole } = await open(path, key, headers).reading;
  return { status: response.statusCode, headers: response.headers, ...(await whole) };
};

const creditsOf = ({ accountId }: KeyedAccount) => getAccountCredits(clone.database, accountId);
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const createAccount = () => createKeyedAccount(clone.database, { amount: 100 });

beforeAll(async () => {
  clone = await cloneDatabase();
  self = await registerProcess(clone.database, "api", createLogger("silent"));
  app = await startServer();
});

afterEach(async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
});

afterAll(async () => {
  await app.close();
  await self.stop();
  await clone.close();
});

async function* pieces(...texts: string[]) {
  for (const text of texts) {
    yield text;
    await sleep(5);
  }
}

const hanging = (signal: AbortSignal, seen: { stopped?: boolean }) =>
  (async function* () {
    yield "first";
    await sleep(60_000, undefined, { signal }).catch((error) => {
      seen.stopped = true;
      throw error;
    });
  })();

describe("a streamed answer that is paid for", () => {
  it("arrives in pieces, says its price ahead and is captured before its end", async () => {
    const account = await createAccount();
    source = async () => new StreamAnswer("text/plain; charset=utf-8", pieces("a", "bé", "c"));
    const answer = await read("/paid", account.key);
    expect(answer).toMatchObject({ status: 200, text: "abéc", isComplete: true });
    expect(answer.headers).toMatchObject({
      "transfer-encoding": "chunked",
      "content-type": "text/plain; charset=utf-8",
      "x-credits-charged": "0.5",
      "x-credits-remaining": "0.5",
    });
    expect(await creditsOf(account)).toMatchObject({ balance: 50, held: 0, spent: 50 });
  });

  it("is an ordinary error, uncharged, when it fails before the first text", async () => {
    const account = await createAccount();
    source = async () => {
      throw new AppError("engine_unavailable", "Busy.");
    };
    const answer = await read("/paid", account.key);
    expect(answer).toMatchObject({ status: 503, isComplete: true });
    expect(answer.headers).toMatchObject({ "x-credits-charged": "0", "x-credits-remaining": "1" });
    expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0, spent: 0 });
  });

  it("is cut off without the terminating chunk, uncharged, when its source breaks off", async () => {
    const account = await createAccount();
    source = async () =>
      new StreamAnswer(
        "text/plain",
        (async function* () {
          yield "half an ans";
          await sleep(20);
          throw new Error("broke");
        })(),
      );
    const answer = await read("/paid", account.key, { "idempotency-key": "again" });
    expect(answer).toMatchObject({ status: 200, text: "half an ans", isComplete: false });
    await until(async () => expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0 }));
    source = async () => new StreamAnswer("text/plain", pieces("whole"));
    expect(await read("/paid", account.key, { "idempotency-key": "again" })).toMatchObject({ text: "whole" });
  });

  it("aborts its source within a second and is captured when the caller leaves after the first text", async () => {
    const account = await createAccount();
    const seen: { stopped?: boolean } = {};
    source = async ({ signal }) => new StreamAnswer("text/plain", hanging(signal, seen));
    const { reading, leave } = open("/paid", account.key);
    await (await reading).first;
    const leftAt = performance.now();
    leave();
    await until(async () => expect(seen.stopped).toBe(true));
    expect(performance.now() - leftAt).toBeLessThan(1_000);
    await until(async () =>
      expect(await creditsOf(account)).toMatchObject({ balance: 50, held: 0, spent: 50 }),
    );
  });

  it("is released when the caller leaves before the first text", async () => {
    const account = await createAccount();
    const begun = Promise.withResolvers<void>();
    source = async ({ signal }) => {
      begun.resolve();
      await sleep(60_000, undefined, { signal });
      throw new Error("unreachable");
    };
    const { reading, leave } = open("/paid", account.key);
    reading.catch(() => {});
    await begun.promise;
    leave();
    await until(async () =>
      expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0, spent: 0 }),
    );
  });

  it("does not wait for a source that ignores its signal", async () => {
    const account = await createAccount();
    source = async () =>
      new StreamAnswer(
        "text/plain",
        (async function* () {
          yield "first";
          await new Promise(() => {});
        })(),
      );
    const { reading, leave } = open("/paid", account.key);
    await (await reading).first;
    leave();
    await until(async () => expect(await creditsOf(account)).toMatchObject({ balance: 50, held: 0 }));
  });

  it("is cut off when its hold was taken away meanwhile", async () => {
    const account = await createAccount();
    source = async () =>
      new StreamAnswer(
        "text/plain",
        (async function* () {
          yield "all of it";
          await clone.database
            .updateTable("hold")
            .set({ deadline: new Date(0) })
            .execute();
          await sql`select sweep_holds(15000, 1000)`.execute(clone.database);
        })(),
      );
    expect(await read("/paid", account.key)).toMatchObject({ text: "all of it", isComplete: false });
    expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0, spent: 0 });
  });

  it("is kept whole for its idempotency key, also when its caller leaves in the middle", async () => {
    const account = await createAccount();
    let runs = 0;
    source = async () => {
      runs++;
      return new StreamAnswer("text/plain", pieces("one ", "two ", "x".repeat(100_000), " three"));
    };
    const headers = { "idempotency-key": "kept" };
    const { reading, leave } = open("/paid", account.key, headers);
    await (await reading).first;
    leave();
    await until(async () => expect(await creditsOf(account)).toMatchObject({ balance: 50, held: 0 }));
    const replay = await read("/paid", account.key, headers);
    expect(replay.text).toBe(`one two ${"x".repeat(100_000)} three`);
    expect(replay.headers).toMatchObject({
      "idempotency-replayed": "true",
      "x-credits-charged": "0.5",
      "content-type": "text/plain",
    });
    expect(runs).toBe(1);
    expect(await creditsOf(account)).toMatchObject({ balance: 50, held: 0, spent: 50 });
  });

  it("is made at the caller's pace", async () => {
    const account = await createAccount();
    let made = 0;
    source = async () =>
      new StreamAnswer(
        "text/plain",
        (async function* () {
          for (; made < 4_000; made++) yield "x".repeat(16_384);
        })(),
      );
    const { reading, leave } = open("/paid", account.key);
    const { response } = await reading;
    response.pause();
    await until(async () => {
      const before = made;
      await sleep(100);
      expect(made).toBe(before);
    });
    expect(made).toBeLessThan(1_000);
    leave();
    await until(async () => expect(await creditsOf(account)).toMatchObject({ held: 0, spent: 50 }));
  });

  it("keeps its hold alive as long as it is written", async () => {
    const other = await startServer(50);
    const usual = app;
    app = other;
    let isExtended = false;
    try {
      const account = await createAccount();
      source = async () =>
        new StreamAnswer(
          "text/plain",
          (async function* () {
            yield "a";
            while (!isExtended) {
              await sleep(5);
              yield "b";
            }
          })(),
        );
      const { reading } = open("/paid", account.key);
      const { whole } = await reading;
      const soon = new Date(Date.now() + 60_000);
      await clone.database.updateTable("hold").set({ deadline: soon }).execute();
      await until(async () => {
        const hold = await clone.database.selectFrom("hold").select("deadline").executeTakeFirstOrThrow();
        expect(hold.deadline?.getTime()).toBeGreaterThan(soon.getTime() + 60_000);
      });
      isExtended = true;
      expect(await whole).toMatchObject({ isComplete: true });
    } finally {
      isExtended = true;
      app = usual;
      await other.close();
    }
  });
});

describe("a streamed answer that is free", () => {
  it("sends its headers at once and outlives the request timeout", async () => {
    const account = await createAccount();
    let hasText = false;
    source = async () =>
      new StreamAnswer(
        "text/event-stream",
        (async function* () {
          await sleep(2_500);
          hasText = true;
          yield "data: late\n\n";
        })(),
        { isEndless: true },
      );
    const { whole } = await open("/free", account.key).reading;
    expect(hasText).toBe(false);
    expect(await whole).toEqual({ text: "data: late\n\n", isComplete: true });
  });

  it.each([
    { isEndless: true, isComplete: true },
    { isEndless: false, isComplete: true },
  ])("lets a stopping server stop (endless: $isEndless)", async ({ isEndless, isComplete }) => {
    const other = await startServer();
    const usual = app;
    app = other;
    const account = await createAccount();
    const seen: { stopped?: boolean } = {};
    source = async ({ signal }) =>
      new StreamAnswer("text/event-stream", isEndless ? hanging(signal, seen) : pieces("first", "b", "c"), {
        isEndless,
      });
    const { first, whole } = await open("/free", account.key, { connection: "keep-alive" }).reading;
    await first;
    const stoppedAt = performance.now();
    await other.close();
    app = usual;
    expect(performance.now() - stoppedAt).toBeLessThan(2_000);
    expect(await whole).toEqual({ text: isEndless ? "first" : "firstbc", isComplete });
    if (isEndless) await until(async () => expect(seen.stopped).toBe(true));
  });

  it("is cut off when its source breaks off", async () => {
    const account = await createAccount();
    source = async () =>
      new StreamAnswer(
        "application/octet-stream",
        (async function* () {
          yield Buffer.from("half");
          await sleep(10);
          throw new Error("broke");
        })(),
      );
    expect(await read("/free", account.key)).toMatchObject({ text: "half", isComplete: false });
  });
});
