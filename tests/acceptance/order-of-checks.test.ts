import { createTestAccount, createTestKey } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type ScriptedEngine, startScriptedEngine } from "./scripted-engine.ts";

const path = "/nft/enhancePrompt";
const json = { "content-type": "application/json" };

let engine: ScriptedEngine;
let installation: Installation;
let api: Installation["api"];
/** May not send anything more for a minute, and its account has nothing left. */
let exhaustedKey: string;
/** Has a limit far away, and its account has nothing left. */
let poorKey: string;

beforeAll(async () => {
  engine = await startScriptedEngine();
  installation = await startInstallation({ MINTWRIGHT_CONFIG: engine.configFile });
  api = installation.api;
  const { accountId, key } = await createTestAccount(installation.database.url, { credits: 0.5, rate: 1 });
  exhaustedKey = key;
  poorKey = (await createTestKey(installation.database.url, accountId, 100_000)).key;
  expect((await enhancePrompt(api, exhaustedKey)).headers.get("x-credits-remaining")).toBe("0");
});

afterAll(async () => {
  await installation?.stop();
  await engine?.stop();
});

it("parses before it authenticates: without a key, what cannot be read is refused as such [ERR-14]", async () => {
  expectError(await callApi(api, path, { text: "{", headers: json }), 400, "malformed_json");
  const plain = { "content-type": "text/plain" };
  expectError(await callApi(api, path, { text: "a fox", headers: plain }), 415, "unsupported_media_type");
  const broken = { key: exhaustedKey, text: "{", headers: json };
  expectError(await callApi(api, path, broken), 400, "malformed_json");
});

it("authenticates before it counts, validates or charges: a bad key is 401 whatever else is wrong [ERR-15]", async () => {
  const invalid = { body: { prompt: 7 }, headers: { "idempotency-key": "x".repeat(300), prefer: "dry-run" } };
  expectError(await callApi(api, path, invalid), 401, "unauthorized");
  expectError(await callApi(api, path, { ...invalid, key: "mw_live_nonsense" }), 401, "unauthorized");
  expectError(await callApi(api, "/nft/get-chains?testNet=maybe"), 401, "unauthorized");
});

it("counts before it validates: an invalid request above the limit is 429 [ERR-16]", async () => {
  expectError(
    await callApi(api, path, { key: exhaustedKey, body: {} }),
    429,
    "rate_limited",
    expect.anything(),
  );
  expectError(
    await callApi(api, "/nft/get-chains?testNet=maybe", { key: exhaustedKey }),
    429,
    "rate_limited",
    expect.anything(),
  );
});

it("counts before it charges: above the limit and without credits is 429", async () => {
  expectError(await enhancePrompt(api, exhaustedKey), 429, "rate_limited", expect.anything());
});

it("validates before it charges: an invalid request without credits is 400 [ERR-17]", async () => {
  expectInvalid(await callApi(api, path, { key: poorKey, body: { prompt: "" } }), "prompt");
  const headers = { "idempotency-key": "x".repeat(256) };
  expectInvalid(await enhancePrompt(api, poorKey, { headers }), "idempotency-key");
});

it("charges before it works: a request answered with 402 starts no engine [ERR-18]", async () => {
  const askedBefore = engine.asked;
  const answer = await enhancePrompt(api, poorKey);
  expectError(answer, 402, "insufficient_credits", { price: 0.5, balance: 0 });
  expect(engine.asked).toBe(askedBefore);
  expect(await getCredits(api, poorKey)).toEqual({ balance: 0, held: 0, spent: 0.5, granted: 0.5 });
});

it("tells nothing to those without a key: no rate, no price, no balance, one and the same sentence", async () => {
  const answers = [
    await callApi(api, path, { body: { prompt: "a fox" } }),
    await callApi(api, path, { body: {} }),
    await callApi(api, path, { key: `${poorKey.slice(0, -1)}!`, body: { prompt: "a fox" } }),
    await callApi(api, "/credits/balance"),
    await callApi(api, "/credits/ledger?limit=0"),
  ];
  const messages = answers.map((answer) => expectError(answer, 401, "unauthorized").message);
  expect(new Set(messages).size).toBe(1);
  for (const { headers } of answers) {
    expect([...headers.keys()].filter((name) => /rate|credits|retry|engine/.test(name))).toEqual([]);
  }
});
