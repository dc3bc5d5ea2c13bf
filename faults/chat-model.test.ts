import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  type ChatModel,
  createDatabase,
  createTestAccount,
  createTestKey,
  findTool,
  type RunningProcess,
  startChatModel,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { countEntries, readAmounts } from "./account-amounts.ts";
import { openChat } from "./chat-call.ts";
import { writeEngineConfig } from "./fleet.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

const python = findTool({
  variable: "CHAT_MODEL_PYTHON",
  purpose: "prompts and conversations with a real language model",
});

describe.skipIf(!python)("a real language model", () => {
  let folder: string;
  let model: ChatModel;
  let database: TestDatabase;
  let modelApi: RunningProcess;
  let offlineApi: RunningProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mintwright-chat-model-"));
    model = await startChatModel(python ?? "");
    database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    // Cold and alone, so that the same question gets the same answer.
    const config = writeEngineConfig(
      folder,
      model.baseUrl,
      { timeoutInMs: 170_000, silenceInMs: 60_000, maxConcurrent: 1 },
      { assistant: { temperature: 0, maxTokens: 40, contextTokens: 1_024 } },
    );
    modelApi = await startProcess("api", { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config });
    offlineApi = await startProcess("api", { DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await modelApi?.stop();
    await offlineApi?.stop();
    await model?.stop();
    rmSync(folder, { recursive: true });
    await assertLedgerAddsUp(database.url);
    await database.drop();
  });

  it("rewrites a prompt for one charge", { timeout: 200_000 }, async () => {
    const { accountId, key } = await createTestAccount(database.url, { credits: 10 });
    const prompt = "a red fox reading in an old library";
    const answer = await callEnhancePrompt(modelApi.baseUrl, key, prompt);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-mintwright-engine")).toBe("model");
    expect(answer.headers.get("x-credits-charged")).toBe("0.5");
    const { enhancedPrompt } = JSON.parse(answer.body) as { enhancedPrompt: string };
    expect(enhancedPrompt.trim()).not.toBe("");
    report(`real model: ${(answer.elapsedInMs / 1000).toFixed(1)} s, "${enhancedPrompt.slice(0, 100)}…"`);
    expect(await countEntries(database.url, accountId, "capture")).toEqual({ entries: 1, holds: 1 });
    expect(await readAmounts(database.url, accountId)).toMatchObject({ balance: 950, held: 0, spent: 50 });

    const offline = await callEnhancePrompt(offlineApi.baseUrl, key, prompt);
    expect(offline.headers.get("x-mintwright-engine")).toBe("offline");
    expect(JSON.parse(offline.body).enhancedPrompt).not.toBe(enhancedPrompt);
  });

  it("answers a question in all three forms alike, and remembers", { timeout: 400_000 }, async () => {
    const { accountId, key } = await createTestAccount(database.url, { credits: 20 });
    const ask = (body: Record<string, unknown>, accept: string, who = key) =>
      openChat(modelApi.baseUrl, who, body, { accept }).read();
    const question = "Name one colour of a fox.";
    const buffered = JSON.parse((await ask({ question }, "application/json")).text) as {
      data: { bot: string };
    };
    const { bot } = buffered.data;
    expect(bot.trim()).not.toBe("");
    const raw = await ask({ question }, "text/plain");
    expect(raw).toMatchObject({ text: bot, isWhole: true });
    const events = (await ask({ question }, "text/event-stream")).text.split("\n\n").filter(Boolean);
    expect(events.length).toBeGreaterThan(2);
    const pieces = events.slice(0, -1).map((event) => JSON.parse(event.replace("data: ", "")).bot);
    expect(pieces.join("")).toBe(bot);

    const remembered = { chatHistory: "on", sdkUniqueId: "ada" };
    await ask({ question: "My name is Ada. Remember it.", ...remembered }, "text/plain");
    const plain = await ask({ question: "What is my name?" }, "text/plain");
    const again = await ask({ question: "What is my name?", ...remembered }, "text/plain");
    const other = await ask(
      { question: "What is my name?", ...remembered, sdkUniqueId: "bob" },
      "text/plain",
    );
    report(`with memory: "${again.text.slice(0, 80)}"; without: "${other.text.slice(0, 80)}"`);
    expect(again.text).toContain("Ada");
    expect(other.text).toBe(plain.text);
    const secondKey = await createTestKey(database.url, accountId);
    const stranger = await ask({ question: "What is my name?", ...remembered }, "text/plain", secondKey.key);
    expect(stranger.text).toBe(plain.text);
    const tokens = await query<{ prompt_tokens: number; first_text_in_ms: number }>(
      database.url,
      "select prompt_tokens, first_text_in_ms from chat_record",
    );
    expect(tokens).toHaveLength(4);
    for (const { prompt_tokens, first_text_in_ms } of tokens) {
      expect(prompt_tokens).toBeGreaterThan(10);
      expect(first_text_in_ms).toBeGreaterThan(0);
    }
    expect(await readAmounts(database.url, accountId)).toMatchObject({ held: 0, spent: 4 * 50 + 4 * 100 });
  });
});
