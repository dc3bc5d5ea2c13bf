import {
  createTestAccount,
  type RunningProcess,
  type ScriptedStep,
  type TestAccount,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { promptPrice, readAmounts } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt, type PromptAnswer } from "./prompt-call.ts";

let fleet: Fleet;
let api: RunningProcess;
let impatientApi: RunningProcess;
let account: TestAccount;

beforeAll(async () => {
  fleet = await createFleet();
  [api, impatientApi] = await Promise.all([
    fleet.start("api", { timeoutInMs: 8_000 }),
    fleet.start("api", { timeoutInMs: 2_000 }),
  ]);
  account = await createTestAccount(fleet.databaseUrl, { credits: 100, rate: "none" });
});

afterAll(() => fleet?.close());

/** Breaks one call on purpose and asserts that it cost nothing; then that a healthy one works again. */
async function breakOneCall(step: ScriptedStep, { baseUrl }: RunningProcess): Promise<PromptAnswer> {
  const before = await readAmounts(fleet.databaseUrl, account.accountId);
  fleet.model.follow(step);
  const broken = await callEnhancePrompt(baseUrl, account.key, "a fox in a library");
  const calls = [...fleet.model.calls];
  expect(broken.headers.get("x-credits-charged")).toBe("0");
  expect(await readAmounts(fleet.databaseUrl, account.accountId)).toEqual({ ...before, held: 0 });

  fleet.model.follow({ kind: "answer" });
  const healthy = await callEnhancePrompt(baseUrl, account.key, "a fox in a library");
  expect(healthy.status).toBe(200);
  const spent = before.spent + promptPrice;
  expect(await readAmounts(fleet.databaseUrl, account.accountId)).toMatchObject({ held: 0, spent });
  fleet.model.calls.splice(0, 1, ...calls);
  return broken;
}

describe("a model server that", () => {
  it("hangs is given up at the deadline and told so", async () => {
    const answer = await breakOneCall({ kind: "hang" }, impatientApi);
    expect(answer).toMatchObject({ status: 504, code: "engine_timeout" });
    expect(answer.elapsedInMs).toBeGreaterThan(1_900);
    expect(answer.elapsedInMs).toBeLessThan(5_000);
    const [call] = fleet.model.calls;
    expect((call?.abortedAt ?? Number.POSITIVE_INFINITY) - (call?.receivedAt ?? 0)).toBeLessThan(4_000);
  });

  it("answers too slowly is given up at the deadline", async () => {
    const answer = await breakOneCall({ kind: "answer", delayInMs: 6_000 }, impatientApi);
    expect(answer).toMatchObject({ status: 504, code: "engine_timeout" });
    expect(answer.elapsedInMs).toBeLessThan(5_000);
  });

  it.each([
    { fault: "resets the connection", step: { kind: "reset" }, status: 503, code: "engine_unavailable" },
    { fault: "fails with 500", step: { kind: "refuse", status: 500 }, status: 502, code: "engine_failed" },
    { fault: "cuts its answer in half", step: { kind: "cut" }, status: 503, code: "engine_unavailable" },
  ] as const)("$fault is asked again, then given up", async ({ step, status, code }) => {
    const answer = await breakOneCall(step, api);
    expect(answer).toMatchObject({ status, code });
    expect(answer.elapsedInMs).toBeLessThan(8_000);
    expect(fleet.model.calls).toHaveLength(3);
  });

  it("is busy is not asked before the time it names, and neither is the caller told to", async () => {
    const answer = await breakOneCall({ kind: "refuse", status: 429, retryAfterInSeconds: 7 }, api);
    expect(answer).toMatchObject({ status: 503, code: "engine_unavailable" });
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(fleet.model.calls).toHaveLength(1);
  });

  it.each<{ fault: string; step: ScriptedStep }>([
    { fault: "answers garbage", step: { kind: "raw", body: '{"choices": [{"mess' } },
    {
      fault: "answers a web page",
      step: { kind: "raw", body: "<html>hello</html>", contentType: "text/html" },
    },
    { fault: "answers no choice", step: { kind: "raw", body: '{"choices": []}' } },
    {
      fault: "answers something that is no text",
      step: { kind: "raw", body: '{"choices": [{"message": {"role": "assistant", "content": null}}]}' },
    },
    { fault: "answers nothing", step: { kind: "answer", text: " \n" } },
    { fault: "refuses the request", step: { kind: "refuse", status: 400 } },
  ])("$fault fails the call at once", async ({ step }) => {
    const answer = await breakOneCall(step, api);
    expect(answer).toMatchObject({ status: 502, code: "engine_failed" });
    expect(answer.elapsedInMs).toBeLessThan(2_000);
    expect(fleet.model.calls).toHaveLength(1);
  });

  it("floods us is cut off long before it is done", async () => {
    const bytes = 256 * 1024 * 1024;
    const answer = await breakOneCall({ kind: "flood", bytes }, api);
    expect(answer).toMatchObject({ status: 502, code: "engine_failed" });
    expect(answer.elapsedInMs).toBeLessThan(4_000);
    expect(fleet.model.calls).toHaveLength(1);
    expect(fleet.model.calls[0]?.bytesSent).toBeLessThan(bytes / 4);
  });
});
