import { askMintwright, createTestAccount, createTestKey } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  answerOnRelease,
  answerWith,
  failWith,
  type ScriptedEngine,
  startScriptedEngine,
} from "./scripted-engine.ts";

let engine: ScriptedEngine;
let installation: Installation;
let api: Installation["api"];
let replica: Installation["api"];

beforeAll(async () => {
  engine = await startScriptedEngine();
  installation = await startInstallation({ MINTWRIGHT_CONFIG: engine.configFile });
  api = installation.api;
  replica = await installation.startReplica();
});

beforeEach(() => {
  engine.script = answerWith("a fox, drawn by a script");
});

afterAll(async () => {
  await installation?.stop();
  await engine?.stop();
});

const enhanceWith = (server: typeof api, key: string, idempotencyKey: string, prompt = "a fox") =>
  enhancePrompt(server, key, { prompt, headers: { "idempotency-key": idempotencyKey } });

it("gives the first answer again to the same key and body, on any replica, charged and run once [IDEM-2 IDEM-3]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 2 });
  engine.script = answerWith("the first answer — “quoted”, ünïcode");
  const first = await enhanceWith(api, key, "order-1");
  expect(first.status).toBe(200);
  expect(first.headers.get("idempotency-replayed")).toBeNull();

  engine.script = answerWith("a second answer");
  const askedBefore = engine.asked;
  for (const server of [api, replica]) {
    const again = await enhanceWith(server, key, "order-1");
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("x-credits-remaining")).toBe("1.5");
    for (const name of ["content-type", "x-mintwright-engine"]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  }
  expect(engine.asked).toBe(askedBefore);
  expect(await getCredits(api, key)).toEqual({ balance: 1.5, held: 0, spent: 0.5, granted: 2 });
});

it("replays to an account that has nothing left", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 0.5 });
  const first = await enhanceWith(api, key, "last-one");
  expect((await enhanceWith(api, key, "another")).status).toBe(402);
  const again = await enhanceWith(api, key, "last-one");
  expect(again.status).toBe(200);
  expect(again.text).toBe(first.text);
});

it("refuses the same key with another body with 422 and charges nothing [IDEM-5]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 2 });
  await enhanceWith(api, key, "order-2");
  expectError(await enhanceWith(replica, key, "order-2", "a badger"), 422, "idempotency_key_reused");
  expect(await getCredits(api, key)).toEqual({ balance: 1.5, held: 0, spent: 0.5, granted: 2 });
});

it("accepts keys of 1 to 255 characters and refuses others with 400, on every metered POST [IDEM-1]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 5 });
  for (const idempotencyKey of ["1", "x".repeat(255), `odd "{},\\' key`]) {
    const first = await enhanceWith(api, key, idempotencyKey);
    expect(first.status).toBe(200);
    expect((await enhanceWith(api, key, idempotencyKey)).headers.get("idempotency-replayed")).toBe("true");
  }
  for (const idempotencyKey of ["", "x".repeat(256)]) {
    const { message } = expectInvalid(await enhanceWith(api, key, idempotencyKey), "idempotency-key");
    expect(message).toBe("Idempotency-Key must have 1 to 255 characters");
  }
  expect((await getCredits(api, key)).spent).toBe(1.5);

  type Operations = Record<string, { "x-price": string; parameters: { name: string; in: string }[] }>;
  const { paths } = (await callApi<{ paths: Record<string, Operations> }>(api, "/openapi.json")).body;
  // A token's image is ordered by the seed that it replaces: the second order changes and costs nothing without a key.
  const metered = Object.entries(paths).flatMap(([path, { post }]) =>
    post && post["x-price"] !== "free" && !path.endsWith("/regenerate") ? [post] : [],
  );
  expect(metered.length).toBeGreaterThanOrEqual(1);
  for (const { parameters } of metered) {
    expect(parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", in: "header" }));
  }
});

it("answers 409 while the first request runs, and its answer afterwards [IDEM-6]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 2 });
  const { script, release } = answerOnRelease("slow");
  engine.script = script;
  const arrived = engine.nextRequest();
  const first = enhanceWith(api, key, "slow-one");
  await arrived;
  for (const server of [api, replica]) {
    const second = await enhanceWith(server, key, "slow-one");
    expectError(second, 409, "idempotency_key_in_use");
    expect(second.headers.get("retry-after")).toBe("1");
  }
  expect(await getCredits(api, key)).toEqual({ balance: 1.5, held: 0.5, spent: 0, granted: 2 });
  release();
  const { status, text } = await first;
  expect(status).toBe(200);
  expect((await enhanceWith(replica, key, "slow-one")).text).toBe(text);
  expect(await getCredits(api, key)).toEqual({ balance: 1.5, held: 0, spent: 0.5, granted: 2 });
});

it("charges once when the same request arrives many times at once", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 5 });
  const servers = Array.from({ length: 12 }, (_, index) => (index % 2 ? api : replica));
  const answers = await Promise.all(servers.map((server) => enhanceWith(server, key, "burst")));
  expect(new Set([200, 409, ...answers.map(({ status }) => status)])).toEqual(new Set([200, 409]));
  const first = answers.filter(
    ({ status, headers }) => status === 200 && !headers.has("idempotency-replayed"),
  );
  expect(first).toHaveLength(1);
  expect((await getCredits(api, key)).spent).toBe(0.5);
});

it("does not keep a failure: the same key runs again", async () => {
  const { accountId, key } = await createTestAccount(installation.database.url, { credits: 0.5 });
  engine.script = failWith(400);
  expectError(await enhanceWith(api, key, "retry-me"), 502, "engine_failed");
  engine.script = answerWith("now it works");
  const again = await enhanceWith(replica, key, "retry-me");
  expect(again.body).toEqual({ enhancedPrompt: "now it works" });
  expect(again.headers.get("idempotency-replayed")).toBeNull();
  expect(await getCredits(api, key)).toEqual({ balance: 0, held: 0, spent: 0.5, granted: 0.5 });

  expect((await enhanceWith(api, key, "unpaid")).status).toBe(402);
  const grant = ["admin", "account", "grant", "--account", accountId, "--credits", "0.5"];
  await askMintwright(grant, { DATABASE_URL: installation.database.url });
  expect((await enhanceWith(api, key, "unpaid")).status).toBe(200);
});

it("belongs to the account: its keys share it, another account does not see it", async () => {
  const owner = await createTestAccount(installation.database.url, { credits: 2 });
  const sibling = await createTestKey(installation.database.url, owner.accountId);
  const stranger = await createTestAccount(installation.database.url, { credits: 2 });
  engine.script = answerWith("for the owner");
  await enhanceWith(api, owner.key, "shared");
  engine.script = answerWith("for the stranger");
  expect((await enhanceWith(api, sibling.key, "shared")).body).toEqual({ enhancedPrompt: "for the owner" });
  const other = await enhanceWith(api, stranger.key, "shared", "a badger");
  expect(other.body).toEqual({ enhancedPrompt: "for the stranger" });
  expect((await getCredits(api, stranger.key)).spent).toBe(0.5);
});

it("keeps an answer for 24 hours, and then the key is free again [IDEM-4]", async () => {
  const { accountId, key } = await createTestAccount(installation.database.url, { credits: 2 });
  await enhanceWith(api, key, "yesterday");
  // Nobody can wait for a day: the clock is moved by moving what it is compared with.
  const age = (hours: number) =>
    installation.database.query(
      "update idempotent_answer set expires_at = expires_at - make_interval(secs => $2) where account_id = $1",
      [accountId, hours * 3600],
    );
  await age(23.99);
  expect((await enhanceWith(api, key, "yesterday")).headers.get("idempotency-replayed")).toBe("true");
  await age(0.01);
  const later = await enhanceWith(api, key, "yesterday", "a badger");
  expect(later.status).toBe(200);
  expect(later.headers.get("idempotency-replayed")).toBeNull();
  expect((await getCredits(api, key)).spent).toBe(1);
});
