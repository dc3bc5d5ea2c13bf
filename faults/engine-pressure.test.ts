import { setTimeout as sleep } from "node:timers/promises";
import { createTestAccount, type ScriptedStep, type TestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { promptPrice, readAmounts, waitUntilNothingHeld } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt, countByStatus } from "./prompt-call.ts";

const breakerOpenInMs = 10_000;

let fleet: Fleet;
let account: TestAccount;

beforeAll(async () => {
  fleet = await createFleet();
  account = await createTestAccount(fleet.databaseUrl, { credits: 100, rate: "none" });
});

afterAll(() => fleet?.close());

describe("the breaker", () => {
  it.each<{ fault: string; step: ScriptedStep }>([
    { fault: "fails", step: { kind: "refuse", status: 500 } },
    { fault: "hangs", step: { kind: "hang" } },
  ])(
    "opens when a model server $fault, and closes when it works again",
    { timeout: 60_000 },
    async ({ step }) => {
      const api = await fleet.start("api", { timeoutInMs: 3_000 });
      const call = () => callEnhancePrompt(api.baseUrl, account.key, "a fox");
      const before = await readAmounts(fleet.databaseUrl, account.accountId);
      fleet.model.follow(step);
      await Promise.all(Array.from({ length: 10 }, call));
      const callsUntilOpen = fleet.model.calls.length;

      const refused = await call();
      expect(refused).toMatchObject({ status: 503, code: "engine_unavailable" });
      expect(refused.elapsedInMs).toBeLessThan(1_000);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(fleet.model.calls).toHaveLength(callsUntilOpen);
      expect(await readAmounts(fleet.databaseUrl, account.accountId)).toEqual({ ...before, held: 0 });

      fleet.model.follow({ kind: "answer" });
      await sleep(breakerOpenInMs + 500);
      expect(countByStatus(await Promise.all(Array.from({ length: 5 }, call)))).toEqual({ 200: 5 });
      const spent = before.spent + 5 * promptPrice;
      expect(await readAmounts(fleet.databaseUrl, account.accountId)).toMatchObject({ held: 0, spent });
    },
  );
});

describe("a model server that takes few at once", () => {
  it("refuses with 503 what would have to wait too long, and charges only what it answered", async () => {
    const api = await fleet.start("api", { maxConcurrent: 2 });
    const before = await readAmounts(fleet.databaseUrl, account.accountId);
    // Longer than a process that has just started needs for all of them: none may come when a place is free again.
    const answerInMs = 3_000;
    fleet.model.follow({ kind: "answer", delayInMs: answerInMs });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callEnhancePrompt(api.baseUrl, account.key, "a fox")),
    );
    // Two run, two wait for them.
    expect(countByStatus(answers)).toEqual({ 200: 4, 503: 16 });
    for (const refused of answers.filter(({ status }) => status === 503)) {
      expect(refused.code).toBe("engine_unavailable");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.elapsedInMs).toBeLessThan(answerInMs);
    }
    const spent = before.spent + 4 * promptPrice;
    expect(await readAmounts(fleet.databaseUrl, account.accountId)).toMatchObject({ held: 0, spent });
  });
});

describe("a client that leaves", () => {
  it("ends the call of the model server within a second and pays nothing", async () => {
    const api = await fleet.start("api");
    const before = await readAmounts(fleet.databaseUrl, account.accountId);
    fleet.model.follow({ kind: "hang" });
    const leaving = new AbortController();
    const call = callEnhancePrompt(api.baseUrl, account.key, "a fox", { signal: leaving.signal });
    const left = expect(call).rejects.toThrow("aborted");
    await vi.waitFor(() => expect(fleet.model.calls).toHaveLength(1), { timeout: 5_000 });
    const leftAt = performance.now();
    leaving.abort();
    await left;
    await vi.waitFor(() => expect(fleet.model.calls[0]?.abortedAt).toBeDefined(), { timeout: 5_000 });
    expect((fleet.model.calls[0]?.abortedAt ?? 0) - leftAt).toBeLessThan(1_000);
    await waitUntilNothingHeld(fleet.databaseUrl, 20_000);
    expect(await readAmounts(fleet.databaseUrl, account.accountId)).toEqual({ ...before, held: 0 });
    expect(fleet.model.calls).toHaveLength(1);
  });

  it("while it waits for its turn never reaches the model server and pays nothing", async () => {
    const api = await fleet.start("api", { maxConcurrent: 1 });
    const before = await readAmounts(fleet.databaseUrl, account.accountId);
    fleet.model.follow({ kind: "answer", delayInMs: 1_500 });
    const first = callEnhancePrompt(api.baseUrl, account.key, "the first fox");
    await vi.waitFor(() => expect(fleet.model.calls).toHaveLength(1), { timeout: 5_000 });
    const signal = AbortSignal.timeout(500);
    await expect(callEnhancePrompt(api.baseUrl, account.key, "the second", { signal })).rejects.toThrow();
    expect((await first).status).toBe(200);
    await waitUntilNothingHeld(fleet.databaseUrl, 20_000);
    expect(await readAmounts(fleet.databaseUrl, account.accountId)).toMatchObject({
      held: 0,
      spent: before.spent + promptPrice,
    });
    expect(fleet.model.calls).toHaveLength(1);
  });
});
