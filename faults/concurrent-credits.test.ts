import { createTestAccount, type RunningProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readAmounts } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt, countByStatus, type PromptCallOptions } from "./prompt-call.ts";
import { report } from "./report.ts";

let fleet: Fleet;
let apis: RunningProcess[];

beforeAll(async () => {
  fleet = await createFleet();
  const patience = { maxConcurrent: 1_000 };
  apis = await Promise.all(Array.from({ length: 3 }, () => fleet.start("api", patience)));
});

afterAll(() => fleet?.close());

function callAtOnce(calls: number, key: string, options?: PromptCallOptions) {
  return Promise.all(
    Array.from({ length: calls }, (_, index) => {
      const { baseUrl } = apis[index % apis.length] as RunningProcess;
      return callEnhancePrompt(baseUrl, key, "a fox in a library", options);
    }),
  );
}

it("sells exactly as many calls as there are credits, over three processes", async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 50, rate: "none" });
  fleet.model.follow({ kind: "answer", delayInMs: 50 });
  const startedAt = performance.now();
  const answers = await callAtOnce(1_000, key);
  const seconds = (performance.now() - startedAt) / 1000;
  report(`1,000 calls on 50 credits over 3 processes: ${seconds.toFixed(1)} s`);
  expect(countByStatus(answers)).toEqual({ 200: 100, 402: 900 });
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, "insufficient_credits"]));
  expect(fleet.model.calls).toHaveLength(100);
  expect(await readAmounts(fleet.databaseUrl, accountId)).toEqual({
    granted: 5_000,
    balance: 0,
    held: 0,
    spent: 5_000,
  });
});

it("runs an idempotent call once, however many ask for it at once", async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 50, rate: "none" });
  const idempotencyKey = crypto.randomUUID();
  fleet.model.follow({ kind: "answer", delayInMs: 300 });
  const answers = await callAtOnce(100, key, { idempotencyKey });
  const delivered = answers.filter(({ status }) => status === 200);
  const inUse = answers.filter(({ code }) => code === "idempotency_key_in_use");
  expect(delivered.length).toBeGreaterThan(0);
  expect(delivered.length + inUse.length).toBe(100);
  for (const { status, headers } of inUse) {
    expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
  }
  const replays = await callAtOnce(30, key, { idempotencyKey });
  expect(countByStatus(replays)).toEqual({ 200: 30 });
  expect(replays.every(({ headers }) => headers.get("idempotency-replayed") === "true")).toBe(true);
  expect(new Set([...delivered, ...replays].map(({ body }) => body)).size).toBe(1);
  expect(fleet.model.calls).toHaveLength(1);
  expect(await readAmounts(fleet.databaseUrl, accountId)).toEqual({
    granted: 5_000,
    balance: 4_950,
    held: 0,
    spent: 50,
  });
});
