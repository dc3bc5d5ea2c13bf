import { createTestAccount, runMintwright, type TestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, enhancePrompt } from "./call-api.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { failWith, type ScriptedEngine, startScriptedEngine } from "./scripted-engine.ts";

const engineKey = "sk-engine-secret-91c2";

let engine: ScriptedEngine;
let installation: Installation;
let owner: TestAccount;

beforeAll(async () => {
  engine = await startScriptedEngine({ apiKeyVariable: "ENGINE_KEY" });
  installation = await startInstallation({
    LOG_LEVEL: "debug",
    MINTWRIGHT_CONFIG: engine.configFile,
    ENGINE_KEY: engineKey,
  });
  owner = await createTestAccount(installation.database.url);
});

afterAll(async () => {
  await installation?.stop();
  await engine?.stop();
});

const runAdmin = (...args: string[]) =>
  runMintwright(["admin", ...args], { DATABASE_URL: installation.database.url });

it("shows a key by its name, first 16 characters, last use and state, in words and as JSON [KEY-12]", async () => {
  const { api } = installation;
  const list = ["key", "list", "--account", owner.accountId];
  const unused = await runAdmin(...list);
  expect(unused.stdout).toContain(
    `${owner.keyId}  ${owner.key.slice(0, 16)}…  active  test  (200 a minute, never used)`,
  );
  await callApi(api, "/credits/balance", { key: owner.key });
  expect((await runAdmin(...list)).stdout).toMatch(/ active {2}test {2}\(200 a minute, last used 20\d\d-/);
  const [shown] = JSON.parse((await runAdmin(...list, "--json")).stdout);
  expect(shown).toStrictEqual({
    keyId: owner.keyId,
    allowedOperations: null,
    monthlyLimit: null,
    name: "test",
    shownPrefix: owner.key.slice(0, 16),
    ratePerMinute: 200,
    createdAt: expect.stringMatching(/^20\d\d-/),
    expiresAt: null,
    lastUsedAt: expect.stringMatching(/^20\d\d-/),
    state: "active",
    storesResults: false,
  });
});

it("never shows the full key again: not in a list, not in an answer, not in the database [KEY-11]", async () => {
  const { api, database } = installation;
  const { key } = owner;
  await enhancePrompt(api, key);
  const list = ["key", "list", "--account", owner.accountId];
  const shown = [
    (await runAdmin(...list)).stdout,
    (await runAdmin(...list, "--json")).stdout,
    (await callApi(api, "/credits/balance", { key })).text,
    (await callApi(api, "/credits/ledger", { key })).text,
  ];
  const tables = await database.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  expect(tables.map(({ name }) => name)).toContain("api_key");
  for (const { name } of tables) {
    const [{ rows } = { rows: "" }] = await database.query<{ rows: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as rows from ${name} t`,
    );
    shown.push(rows);
  }
  for (const text of shown) {
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(10, 40));
    expect(text).not.toContain(Buffer.from(key).toString("hex"));
  }
});

it("writes no key to the log, whether good, wrong or in the wrong place", async () => {
  const { api } = installation;
  const { key } = owner;
  const mistyped = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
  await enhancePrompt(api, key);
  await enhancePrompt(api, mistyped);
  await callApi(api, `/credits/balance?key=${key}`);
  await callApi(api, `/nope/${key}`, { key });
  await callApi(api, "/credits/balance", { headers: { authorization: `Basic ${key}` } });
  await callApi(api, "/credits/ledger?limit=x", { key, headers: { "x-request-id": key } });
  await callApi(api, "/nft/enhancePrompt", {
    text: `{"prompt": ${key}`,
    headers: { "content-type": "application/json" },
  });
  engine.script = failWith(500);
  expect((await enhancePrompt(api, key, { prompt: key })).status).toBe(502);

  const log = await readLogUntil((lines) => lines.includes('"status":502'));
  expect(log).toContain('"operation":"enhancePrompt"');
  expect(log).toContain("request failed");
  expect(log.includes(key.slice(10))).toBe(false);
  expect(log.includes(mistyped.slice(10))).toBe(false);
  expect(log.includes(engineKey)).toBe(false);
});

it("writes no engine's key to the log, even when the engine repeats it in its error", async () => {
  engine.script = failWith(401, `Incorrect API key provided: ${engineKey}`);
  const answer = await enhancePrompt(installation.api, owner.key, {
    headers: { "x-request-id": "refused-1" },
  });
  expect(answer.status).toBe(502);
  expect(answer.text).not.toContain(engineKey);
  const log = await readLogUntil((lines) => /"requestId":"refused-1".*"status":502/.test(lines));
  expect(log.includes(engineKey)).toBe(false);
});

/** The log is written behind the answer, so its last line is awaited. */
async function readLogUntil(isComplete: (log: string) => boolean): Promise<string> {
  const { log } = installation.api;
  await expect.poll(() => isComplete(log.join("\n"))).toBe(true);
  return log.join("\n");
}
