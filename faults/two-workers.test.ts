import { createTestAccount, type RunningProcess, type TestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { countEntries, readAmounts, waitUntilNothingHeld } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { report } from "./report.ts";

let fleet: Fleet;
let workers: [RunningProcess, RunningProcess];
let account: TestAccount;

beforeAll(async () => {
  fleet = await createFleet();
  workers = await Promise.all([fleet.start("worker"), fleet.start("worker")]);
  account = await createTestAccount(fleet.databaseUrl, { credits: 100, rate: "none" });
});

afterAll(() => fleet?.close());

/** Leaves holds behind: a process is killed while its calls are in the model server. */
async function strandHolds(holds: number): Promise<void> {
  const api = await fleet.start("api", { maxConcurrent: holds });
  fleet.model.follow({ kind: "hang" });
  const calls = Array.from({ length: holds }, () => callEnhancePrompt(api.baseUrl, account.key, "a fox"));
  const ended = Promise.allSettled(calls);
  await vi.waitFor(() => expect(fleet.model.calls).toHaveLength(holds), { timeout: 10_000 });
  await api.kill();
  expect((await ended).map(({ status }) => status)).toEqual(calls.map(() => "rejected"));
  expect(await readAmounts(fleet.databaseUrl, account.accountId)).toMatchObject({ held: holds * 50 });
}

async function readSwept({ metricsUrl }: RunningProcess): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  return Number(/^mintwright_holds_swept_total (\d+)$/m.exec(metrics)?.[1]);
}

it("gives every stranded hold back once, though two workers sweep", { timeout: 60_000 }, async () => {
  await strandHolds(60);
  const seconds = await waitUntilNothingHeld(fleet.databaseUrl, 30_000);
  await vi.waitFor(
    async () => {
      const [first, second] = await Promise.all([readSwept(workers[0]), readSwept(workers[1])]);
      expect(first + second).toBe(60);
    },
    { timeout: 20_000 },
  );
  const [first, second] = await Promise.all(workers.map(readSwept));
  report(`two workers: 60 holds given back after ${seconds.toFixed(1)} s (${first} and ${second})`);
  expect(await countEntries(fleet.databaseUrl, account.accountId, "release")).toEqual({
    entries: 60,
    holds: 60,
  });
  expect(await readAmounts(fleet.databaseUrl, account.accountId)).toMatchObject({
    balance: 10_000,
    spent: 0,
  });
});

it("goes on with one worker when the other was killed", { timeout: 60_000 }, async () => {
  await workers[0].kill();
  const sweptBefore = await readSwept(workers[1]);
  await strandHolds(10);
  const seconds = await waitUntilNothingHeld(fleet.databaseUrl, 30_000);
  report(`one worker killed: the other gave 10 holds back after ${seconds.toFixed(1)} s`);
  await vi.waitFor(async () => expect(await readSwept(workers[1])).toBe(sweptBefore + 10), {
    timeout: 20_000,
  });
  expect(await countEntries(fleet.databaseUrl, account.accountId, "release")).toEqual({
    entries: 70,
    holds: 70,
  });
});
