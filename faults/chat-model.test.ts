import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  type ChatModel,
  createDatabase,
  createTestAccount,
  type RunningProcess,
  startChatModel,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { countEntries, readAmounts } from "./account-amounts.ts";
import { writeEngineConfig } from "./fleet.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { report } from "./report.ts";
import { findTool } from "./required-tool.ts";

const python = findTool({
  variable: "CHAT_MODEL_PYTHON",
  purpose: "enhancePrompt with a real language model",
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
    const config = writeEngineConfig(folder, model.baseUrl, { timeoutInMs: 170_000 });
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
});
