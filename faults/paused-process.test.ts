import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { countEntries, readAmounts, waitUntilNothingHeld } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { report } from "./report.ts";

let fleet: Fleet;

beforeAll(async () => {
  fleet = await createFleet();
});

afterAll(() => fleet?.close());

it("does not deliver what it could not charge after it was paused for too long", {
  timeout: 60_000,
}, async () => {
  const [api] = await Promise.all([fleet.start("api"), fleet.start("worker")]);
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 10, rate: "none" });
  const idempotencyKey = crypto.randomUUID();
  const call = () => callEnhancePrompt(api.baseUrl, key, "a fox", { idempotencyKey });
  // The answer comes while the process sleeps, not before, so it is the first thing that it finds when it wakes.
  fleet.model.follow({ kind: "answer", delayInMs: 3_000 });
  const answer = call();
  try {
    await vi.waitFor(() => expect(fleet.model.calls).toHaveLength(1), { timeout: 5_000, interval: 10 });
    api.child.kill("SIGSTOP");
    expect(await readAmounts(fleet.databaseUrl, accountId)).toMatchObject({ balance: 950, held: 50 });
    const seconds = await waitUntilNothingHeld(fleet.databaseUrl, 30_000);
    report(`paused process: its hold was given back after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeGreaterThan(10);
  } finally {
    api.child.kill("SIGCONT");
  }
  expect(await answer).toMatchObject({ status: 503, code: "service_unavailable" });
  expect(await readAmounts(fleet.databaseUrl, accountId)).toMatchObject({
    balance: 1_000,
    held: 0,
    spent: 0,
  });
  expect(await countEntries(fleet.databaseUrl, accountId, "capture")).toEqual({ entries: 0, holds: 0 });
  expect(await countEntries(fleet.databaseUrl, accountId, "release")).toEqual({ entries: 1, holds: 1 });

  expect((await call()).status).toBe(200);
  expect(await readAmounts(fleet.databaseUrl, accountId)).toMatchObject({ balance: 950, held: 0, spent: 50 });
});
