import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../config/index.ts";
import {
  failWith,
  type ModelServer,
  say,
  startModelServer,
  stayOpen,
} from "../engines/chat/__fixtures__/model-server.ts";
import { createKeyedAccount, type KeyedAccount } from "../features/__fixtures__/index.ts";
import { getAccountCredits, verifyLedger } from "../features/credits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-flow-"));
let clone: ClonedDatabase;
let model: ModelServer;
let platform: Platform;
let app: FastifyInstance;

beforeAll(async () => {
  clone = await cloneDatabase();
  model = await startModelServer();
  const file = join(folder, "mintwright.yaml");
  writeFileSync(
    file,
    `engines: { m: { type: openai, baseUrl: "${model.baseUrl}", model: m } }\nmodels: { prompt_enhancer: m }`,
  );
  const config = readConfig({ DATABASE_URL: clone.url, MINTWRIGHT_CONFIG: file, LOG_LEVEL: "silent" });
  platform = await composePlatform(config, "api");
  app = composeApi(config, platform);
  await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(async () => {
  await app.close();
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await platform.stop();
  await model.stop();
  await clone.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  model.answerWith(say("a better fox"));
  model.requests.length = 0;
});

const ask = (key: string, headers: Record<string, string> = {}, payload: unknown = { prompt: "a fox" }) =>
  app.inject({
    method: "POST",
    url: "/nft/enhancePrompt",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    payload: JSON.stringify(payload),
  });

const creditsOf = ({ accountId }: KeyedAccount) => getAccountCredits(clone.database, accountId);

describe("a metered call", () => {
  it("is charged when it is delivered, and says price and rest", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100, ratePerMinute: 5 });
    const response = await ask(account.key);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ enhancedPrompt: "a better fox" });
    expect(response.headers).toMatchObject({
      "x-credits-charged": "0.5",
      "x-credits-remaining": "0.5",
      "x-ratelimit-remaining": "4",
      "x-mintwright-engine": "model",
    });
    expect(await creditsOf(account)).toEqual({ granted: 100, balance: 50, held: 0, spent: 50 });
  });

  it("is not charged when the model server fails", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100 });
    model.answerWith(failWith(400));
    const response = await ask(account.key, { "idempotency-key": "k" });
    expect(response.statusCode).toBe(502);
    expect(response.headers).toMatchObject({ "x-credits-charged": "0", "x-credits-remaining": "1" });
    expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0, spent: 0 });
    model.answerWith(say("now"));
    expect((await ask(account.key, { "idempotency-key": "k" })).json()).toEqual({ enhancedPrompt: "now" });
  });

  it("is not charged and not answered when its credits were taken away meanwhile", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100 });
    model.answerWith((response, request) => {
      clone
        .query("update hold set deadline = now() - interval '1 second' where account_id = $1", [
          account.accountId,
        ])
        .then(() => clone.query("select sweep_holds(15000, 100)"))
        .then(() => say("too late")(response, request));
    });
    const response = await ask(account.key);
    expect(response.statusCode).toBe(503);
    expect(response.body).not.toContain("too late");
    expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0, spent: 0 });
  });

  it("is not charged when the caller leaves, and the model server is told to stop", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100 });
    model.answerWith(stayOpen);
    const abandoned = model.countAbandoned();
    const body = '{"prompt":"a fox"}';
    const caller = connect((app.server.address() as { port: number }).port, "127.0.0.1");
    caller.write(
      `POST /nft/enhancePrompt HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await vi.waitFor(() => expect(model.requests).toHaveLength(1), { timeout: 10_000 });
    expect(await creditsOf(account)).toMatchObject({ held: 50 });
    caller.destroy();
    await once(caller, "close");
    await vi.waitFor(async () => expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0 }), {
      timeout: 5_000,
    });
    await vi.waitFor(() => expect(model.countAbandoned()).toBe(abandoned + 1), { timeout: 10_000 });
  });

  it("is answered once and charged once for an idempotency key, whatever the model would say next", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100 });
    const first = await ask(account.key, { "idempotency-key": "k" });
    model.answerWith(say("something else"));
    const second = await ask(account.key, { "idempotency-key": "k", "x-request-id": "second" });
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      "idempotency-replayed": "true",
      "content-type": first.headers["content-type"],
      "x-credits-charged": first.headers["x-credits-charged"],
      "x-mintwright-engine": "model",
      "x-request-id": "second",
    });
    expect((await ask(account.key, { "idempotency-key": "k" }, { prompt: "an owl" })).statusCode).toBe(422);
    expect(model.requests).toHaveLength(1);
    expect(await creditsOf(account)).toMatchObject({ spent: 50 });
  });

  it("tells its price and runs nothing when the caller prefers a dry run", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 30 });
    const response = await ask(account.key, { prefer: "respond-async, dry-run", "idempotency-key": "k" });
    expect(response.statusCode).toBe(200);
    expect(response.headers["preference-applied"]).toBe("dry-run");
    expect(response.json().data).toEqual({
      operation: "enhancePrompt",
      price: 0.5,
      balance: 0.3,
      isAffordable: false,
      currency: "credits",
    });
    expect(model.requests).toHaveLength(0);
    expect(
      await clone.query("select 1 from idempotent_answer where account_id = $1", [account.accountId]),
    ).toEqual([]);
  });
});

describe("the first failure named", () => {
  it("is the key, then the rate, then the form, then the credits", async () => {
    const poor = await createKeyedAccount(clone.database, { amount: 1, ratePerMinute: 2 });
    const invalid = { prompt: "" };
    expect((await ask("mw_live_nonsense", {}, invalid)).statusCode).toBe(401);
    expect((await ask(poor.key, {}, invalid)).statusCode).toBe(400);
    expect((await ask(poor.key)).statusCode).toBe(402);
    const limited = await ask(poor.key, {}, invalid);
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    expect(await creditsOf(poor)).toMatchObject({ balance: 1, held: 0, spent: 0 });
    expect(model.requests).toHaveLength(0);
  });

  it("is the form when the idempotency key is too long, and nothing is charged", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100 });
    const response = await ask(account.key, { "idempotency-key": "k".repeat(256) });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain("Idempotency-Key must have 1 to 255 characters");
    expect(await creditsOf(account)).toMatchObject({ balance: 100, held: 0 });
  });
});

it("carries a sane request id back and replaces an insane one", async () => {
  const { key } = await createKeyedAccount(clone.database);
  const id = `order-${randomUUID()}`;
  expect((await ask(key, { "x-request-id": id })).headers["x-request-id"]).toBe(id);
  for (const bad of ["a b", "x".repeat(129), "<script>"]) {
    expect((await ask(key, { "x-request-id": bad })).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  }
});
