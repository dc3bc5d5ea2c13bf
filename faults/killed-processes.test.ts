import { setTimeout as sleep } from "node:timers/promises";
import { createTestAccount, type RunningProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { assertChargedOnce } from "./charged-once.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { chooseSize } from "./proof-size.ts";
import { report } from "./report.ts";
import { startRetryingLoad } from "./retrying-load.ts";

const kills = chooseSize({ short: 20, full: 50 });

let fleet: Fleet;
let alive: RunningProcess[];

beforeAll(async () => {
  fleet = await createFleet();
  alive = await Promise.all(Array.from({ length: 3 }, () => fleet.start("api")));
  await fleet.start("worker");
});

afterAll(() => fleet?.close());

/** Kills a process every 0.4 to 0.8 seconds, never the last one, and starts another for each. */
async function killAgainAndAgain(): Promise<void> {
  const restarts: Promise<void>[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await sleep(400 + ((kill * 151) % 400));
    await vi.waitFor(() => expect(alive.length).toBeGreaterThan(1), { timeout: 20_000, interval: 20 });
    const victim = alive.shift();
    await victim?.kill();
    const restart = fleet.start("api").then((started) => {
      alive.push(started);
    });
    restart.catch(() => {});
    restarts.push(restart);
  }
  await Promise.all(restarts);
}

it("charges every request once though processes are killed all the time", { timeout: 300_000 }, async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 10_000, rate: "none" });
  fleet.model.follow({ kind: "answer", delayInMs: 250 });
  const startedAt = performance.now();
  const load = startRetryingLoad({
    key,
    requestsPerSecond: 12,
    patienceInMs: 150_000,
    listBaseUrls: () => alive.map(({ baseUrl }) => baseUrl),
  });
  await killAgainAndAgain();
  const lastKillAt = performance.now();
  await load.finish();
  await waitUntilNothingHeld(fleet.databaseUrl, 60_000);
  const settledAt = performance.now();
  const { figures } = load;
  const wholeInSeconds = ((settledAt - startedAt) / 1000).toFixed(1);
  const settledInSeconds = (settledAt - lastKillAt) / 1000;
  report(
    `${kills} kills in ${((lastKillAt - startedAt) / 1000).toFixed(1)} s: ${figures.requests} requests, ` +
      `${figures.answered} answered, ${figures.replays} replays, ${figures.inUse} times 409, ` +
      `${figures.brokenConnections} broken connections, nothing held ${settledInSeconds.toFixed(1)} s after the last kill, ` +
      `slowest request ${(figures.slowestInMs / 1000).toFixed(1)} s, ${wholeInSeconds} s in all`,
  );
  expect(figures.requests).toBeGreaterThan(6 * kills);
  expect(figures.brokenConnections).toBeGreaterThan(kills);
  expect(settledInSeconds).toBeLessThan(60);
  await assertChargedOnce(fleet.databaseUrl, accountId, load);
});
