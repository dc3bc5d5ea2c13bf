import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  type PostgresServer,
  type RunningProcess,
  startPostgres,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { assertChargedOnce } from "./charged-once.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { report } from "./report.ts";
import { startRetryingLoad } from "./retrying-load.ts";

const outageInMs = 3_000;

let postgres: PostgresServer;
let fleet: Fleet;
let apis: RunningProcess[];

beforeAll(async () => {
  postgres = await startPostgres();
  fleet = await createFleet({ serverUrl: postgres.url });
  apis = [await fleet.start("api"), await fleet.start("api")];
  await fleet.start("worker");
});

afterAll(async () => {
  try {
    await fleet?.close();
  } finally {
    postgres?.stop();
  }
});

it("survives a database that dies and comes back, without losing or inventing a charge", {
  timeout: 180_000,
}, async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 10_000, rate: "none" });
  fleet.model.follow({ kind: "answer", delayInMs: 250 });
  const load = startRetryingLoad({
    key,
    requestsPerSecond: 20,
    patienceInMs: 60_000,
    listBaseUrls: () => apis.map(({ baseUrl }) => baseUrl),
  });
  await sleep(2_000);
  const { unavailable: unavailableBefore } = load.figures;
  const restarting = postgres.restart(outageInMs);
  await sleep(1_500);
  const readinesses = apis.map(({ baseUrl }) => fetch(`${baseUrl}/health/ready`).catch(() => undefined));
  const statuses = (await Promise.all(readinesses)).map((readiness) => readiness?.status);
  await restarting;
  expect(statuses).toEqual([503, 503]);
  const backAt = performance.now();
  await vi.waitFor(
    async () => {
      for (const { baseUrl } of apis) expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
    },
    { timeout: 10_000 },
  );
  await sleep(3_000);
  await load.finish();
  await waitUntilNothingHeld(fleet.databaseUrl, 60_000);
  const settledInSeconds = (performance.now() - backAt) / 1000;
  const { figures } = load;
  report(
    `database away for ${outageInMs / 1000} s: ${figures.requests} requests, ${figures.unavailable} times 503, ` +
      `${figures.inUse} times 409, ${figures.replays} replays, slowest ${(figures.slowestInMs / 1000).toFixed(1)} s, ` +
      `nothing held ${settledInSeconds.toFixed(1)} s after it was back`,
  );
  expect(unavailableBefore).toBe(0);
  expect(figures.unavailable).toBeGreaterThan(10);
  expect(figures.brokenConnections).toBe(0);
  await assertChargedOnce(fleet.databaseUrl, accountId, load);
});
