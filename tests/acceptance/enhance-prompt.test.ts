import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, enhancePrompt, getCredits, getLedgerPage } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { answerWith, failWith, hang, type ScriptedEngine, startScriptedEngine } from "./scripted-engine.ts";

let engine: ScriptedEngine;
let installation: Installation;
let api: Installation["api"];
let modelApi: Installation["api"];

beforeAll(async () => {
  engine = await startScriptedEngine({ timeoutInMs: 6_000, promptCharacters: 100 });
  installation = await startInstallation();
  api = installation.api;
  modelApi = await installation.startReplica({ MINTWRIGHT_CONFIG: engine.configFile });
});

afterAll(async () => {
  await installation?.stop();
  await engine?.stop();
});

it("rewrites a prompt in more detail for half a credit, and answers with text only [PROMPT-1 PROMPT-3 PROMPT-4 PROMPT-5]", async () => {
  const { key, keyId } = await createTestAccount(installation.database.url, { credits: 10 });
  const answer = await enhancePrompt(api, key, { prompt: "a fox in a library" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-credits-charged")).toBe("0.5");
  expect(answer.headers.get("x-credits-remaining")).toBe("9.5");
  expect(answer.headers.get("x-mintwright-engine")).toBe("offline");
  expect(answer.body).toStrictEqual({ enhancedPrompt: expect.stringContaining("a fox in a library") });
  expect(answer.body.enhancedPrompt.length).toBeGreaterThan("a fox in a library".length + 40);
  const { entries } = await getLedgerPage(api, key);
  const ofRequest = {
    id: expect.stringMatching(/^\d+$/),
    amount: 0.5,
    operation: "enhancePrompt",
    requestId: answer.headers.get("x-request-id"),
    keyId,
    note: null,
    createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
  };
  expect(entries.slice(0, -1)).toStrictEqual([
    { ...ofRequest, kind: "capture" },
    { ...ofRequest, kind: "hold" },
  ]);
});

it("requires a prompt that is text and not empty, and charges nothing for others [PROMPT-2]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 1 });
  const bodies = [
    {},
    { prompt: null },
    { prompt: 7 },
    { prompt: ["a fox"] },
    { prompt: "" },
    { prompt: "  " },
  ];
  for (const body of bodies) {
    expectInvalid(await callApi(api, "/nft/enhancePrompt", { key, body }), "prompt");
  }
  expect(await getCredits(api, key)).toEqual({ balance: 1, held: 0, spent: 0, granted: 1 });
});

it("takes the longest prompt from the operator's configuration, and documents it", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 10 });
  expect((await enhancePrompt(modelApi, key, { prompt: "x".repeat(100) })).status).toBe(200);
  const tooLong = { key, body: { prompt: "x".repeat(101) } };
  const answer = await callApi(modelApi, "/nft/enhancePrompt", tooLong);
  expect(expectInvalid(answer, "prompt").message).toBe("prompt must be at most 100 characters");
  expect((await callApi(modelApi, "/openapi.json")).text).toContain('"maxLength":100,');
});

it("answers what the model server answered, trimmed and without quotes around it", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 10 });
  engine.script = answerWith('\n "A fox among tall shelves, lit by a lamp." \n');
  const answer = await enhancePrompt(modelApi, key);
  expect(answer.body).toEqual({ enhancedPrompt: "A fox among tall shelves, lit by a lamp." });
  expect(answer.headers.get("x-mintwright-engine")).toBe("model");
});

it("answers 502, 503 or 504 when the model server fails, retries only what is worth it, and charges nothing [ERR-10]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 1 });
  const attempt = async (script: typeof engine.script) => {
    const before = engine.asked;
    engine.script = script;
    const answer = await enhancePrompt(modelApi, key);
    return { answer, attempts: engine.asked - before };
  };
  const empty = await attempt(answerWith("  "));
  expectError(empty.answer, 502, "engine_failed");
  expect(empty.attempts).toBe(1);
  const refused = await attempt(failWith(400));
  expectError(refused.answer, 502, "engine_failed");
  expect(refused.attempts).toBe(1);
  const busy = await attempt(failWith(429));
  expectError(busy.answer, 503, "engine_unavailable");
  expect(busy.answer.headers.get("retry-after")).toBe("2");
  expect(busy.attempts).toBe(3);
  const slow = await attempt(hang);
  expectError(slow.answer, 504, "engine_timeout");
  for (const { answer } of [empty, refused, busy, slow]) {
    expect(answer.headers.get("x-credits-charged")).toBe("0");
    expect(answer.text).toContain("Nothing is charged");
  }
  expect(await getCredits(api, key)).toEqual({ balance: 1, held: 0, spent: 0, granted: 1 });
});
