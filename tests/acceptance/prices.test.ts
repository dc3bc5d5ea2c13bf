import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, callApi, enhancePrompt, getCredits, getLedgerPage } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  answerOnRelease,
  answerWith,
  failWith,
  type ScriptedEngine,
  startScriptedEngine,
} from "./scripted-engine.ts";

const path = "/nft/enhancePrompt";
const dryRun = { prefer: "dry-run" };

let engine: ScriptedEngine;
let installation: Installation;
let api: Installation["api"];

beforeAll(async () => {
  engine = await startScriptedEngine();
  installation = await startInstallation({ MINTWRIGHT_CONFIG: engine.configFile });
  api = installation.api;
});

beforeEach(() => {
  engine.script = answerWith("a fox, drawn by a script");
});

afterAll(async () => {
  await installation?.stop();
  await engine?.stop();
});

function expectPrice({ headers }: Answer<unknown>, charged: string, remaining: string) {
  expect([headers.get("x-credits-charged"), headers.get("x-credits-remaining")]).toEqual([
    charged,
    remaining,
  ]);
}

describe("price headers", () => {
  it("say on every metered answer, errors included, what was charged and what is left [PAY-3]", async () => {
    const { key } = await createTestAccount(installation.database.url, { credits: 1.2 });
    expectPrice(await enhancePrompt(api, key), "0.5", "0.7");
    expectPrice(await callApi(api, path, { key, body: {} }), "0", "0.7");
    expectPrice(await enhancePrompt(api, key, { headers: dryRun }), "0", "0.7");
    const first = { "idempotency-key": "first" };
    expectPrice(await enhancePrompt(api, key, { headers: first }), "0.5", "0.2");
    const other = await enhancePrompt(api, key, { prompt: "another", headers: first });
    expect(other.status).toBe(422);
    expectPrice(other, "0", "0.2");
    const unpaid = await enhancePrompt(api, key);
    expect(unpaid.status).toBe(402);
    expectPrice(unpaid, "0", "0.2");
    expect(await getCredits(api, key)).toEqual({ balance: 0.2, held: 0, spent: 1, granted: 1.2 });
  });

  it("say that work which failed was not charged, and the whole charge is released [PAY-7]", async () => {
    const { key, keyId } = await createTestAccount(installation.database.url, { credits: 1 });
    engine.script = failWith(400);
    const headers = { "x-request-id": "failing-1" };
    const answer = await enhancePrompt(api, key, { headers });
    expectError(answer, 502, "engine_failed");
    expectPrice(answer, "0", "1");
    expect(await getCredits(api, key)).toEqual({ balance: 1, held: 0, spent: 0, granted: 1 });
    const { entries } = await getLedgerPage(api, key);
    const ofRequest = { operation: "enhancePrompt", requestId: "failing-1", keyId, note: null, amount: 0.5 };
    expect(entries).toEqual([
      expect.objectContaining({ kind: "release", ...ofRequest }),
      expect.objectContaining({ kind: "hold", ...ofRequest }),
      expect.objectContaining({ kind: "grant", amount: 1 }),
    ]);
  });

  it("do not matter to a caller who left before the answer: the charge is released", async () => {
    const { key } = await createTestAccount(installation.database.url, { credits: 1 });
    const { script, release } = answerOnRelease("too late");
    engine.script = script;
    const arrived = engine.nextRequest();
    const controller = new AbortController();
    const call = fetch(api.baseUrl + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "a fox" }),
      signal: controller.signal,
    });
    await arrived;
    expect(await getCredits(api, key)).toEqual({ balance: 0.5, held: 0.5, spent: 0, granted: 1 });
    controller.abort();
    await expect(call).rejects.toThrow();
    const released = { balance: 1, held: 0, spent: 0, granted: 1 };
    await expect.poll(() => getCredits(api, key)).toEqual(released);
    release();
  });

  it("are on a metered call that the rate limit refuses, too [PAY-3]", async () => {
    const { key } = await createTestAccount(installation.database.url, { credits: 1, rate: 1 });
    await enhancePrompt(api, key);
    const answer = await enhancePrompt(api, key);
    expect(answer.status).toBe(429);
    expectPrice(answer, "0", "0.5");
  });

  it("are not on free calls", async () => {
    const { key } = await createTestAccount(installation.database.url);
    for (const free of ["/nft/get-chains", "/credits/balance", "/credits/ledger"]) {
      const { headers } = await callApi(api, free, { key });
      expect([...headers.keys()].filter((name) => name.startsWith("x-credits"))).toEqual([]);
    }
  });
});

describe("Prefer: dry-run", () => {
  it("answers with the exact price that the call is charged, runs nothing and stores nothing [PAY-4 PAY-5]", async () => {
    const { key } = await createTestAccount(installation.database.url, { credits: 1 });
    const askedBefore = engine.asked;
    const headers = { prefer: "respond-async, Dry-Run", "idempotency-key": "dry" };
    const answer = await callApi(api, path, { key, body: { prompt: "a fox" }, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("preference-applied")).toBe("dry-run");
    expect(answer.body).toStrictEqual({
      status: true,
      message: "This call would cost 0.5 credits. Nothing was run and nothing was charged.",
      data: { operation: "enhancePrompt", price: 0.5, balance: 1, isAffordable: true, currency: "credits" },
    });
    expect(engine.asked).toBe(askedBefore);
    expect(await getCredits(api, key)).toEqual({ balance: 1, held: 0, spent: 0, granted: 1 });
    expect((await getLedgerPage(api, key)).entries.map(({ kind }) => kind)).toEqual(["grant"]);

    // The idempotency key is still free: another body with it is a first request, not a 422.
    const real = await enhancePrompt(api, key, { prompt: "two", headers: { "idempotency-key": "dry" } });
    expect(real.status).toBe(200);
    expectPrice(real, "0.5", "0.5");
  });

  it("tells an account that cannot pay so, with 200", async () => {
    const { key } = await createTestAccount(installation.database.url, { credits: 0.25 });
    const answer = await enhancePrompt(api, key, { headers: dryRun });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ data: { price: 0.5, balance: 0.25, isAffordable: false } });
  });

  it("still validates, authenticates and counts against the rate", async () => {
    const { key } = await createTestAccount(installation.database.url, { credits: 1, rate: 2 });
    expectError(
      await callApi(api, path, { body: { prompt: "a fox" }, headers: dryRun }),
      401,
      "unauthorized",
    );
    expectInvalid(await callApi(api, path, { key, body: {}, headers: dryRun }), "prompt");
    const counted = await enhancePrompt(api, key, { headers: dryRun });
    expect(counted.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await enhancePrompt(api, key, { headers: dryRun })).status).toBe(429);
  });

  it("changes nothing on a free call", async () => {
    const { key } = await createTestAccount(installation.database.url);
    const answer = await callApi(api, "/nft/get-chains", { key, headers: dryRun });
    expect(answer.body).toEqual((await callApi(api, "/nft/get-chains", { key })).body);
    expect(answer.headers.get("preference-applied")).toBeNull();
  });
});
