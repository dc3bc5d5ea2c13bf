import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  findTool,
  type PgBouncer,
  type RunningProcess,
  startPgBouncer,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { assertChargedOnce } from "./charged-once.ts";
import { createFleet, type Fleet, listAdvisoryLocks } from "./fleet.ts";
import { chooseSize } from "./proof-size.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";
import { startRetryingLoad } from "./retrying-load.ts";

const program = findTool({ variable: "PGBOUNCER", purpose: "a fleet behind PgBouncer" });
const { apis, workers, serverConnections, kills } = chooseSize({
  short: { apis: 5, workers: 2, serverConnections: 3, kills: 4 },
  full: { apis: 32, workers: 8, serverConnections: 20, kills: 40 },
});
/** As many starts at once as a small machine finishes in the time that a process has for it. */
const startsAtOnce = 8;

describe.runIf(program)("behind PgBouncer in transaction mode", () => {
  let fleet: Fleet;
  let pooler: PgBouncer;
  const alive: { api: RunningProcess[]; worker: RunningProcess[] } = { api: [], worker: [] };

  beforeAll(async () => {
    fleet = await createFleet({ serverUrl: inject("databaseServerUrl") });
    pooler = await startPgBouncer(program as string, inject("databaseServerUrl"), serverConnections);
  });

  afterAll(async () => {
    await Promise.all([...alive.api, ...alive.worker].map((running) => running.stop()));
    await pooler?.stop();
    await fleet?.close();
  });

  async function start(role: "api" | "worker"): Promise<void> {
    const environment = { DATABASE_URL: pooler.route(fleet.databaseUrl) };
    alive[role].push(await fleet.start(role, {}, {}, environment));
  }

  async function startAll(): Promise<void> {
    const waiting = [
      ...Array.from({ length: workers }, () => "worker" as const),
      ...Array.from({ length: apis }, () => "api" as const),
    ];
    const lanes = Array.from({ length: startsAtOnce }, async () => {
      for (let role = waiting.shift(); role; role = waiting.shift()) await start(role);
    });
    await Promise.all(lanes);
  }

  /** Kills an API or, every fourth time, a worker, and starts another for each. */
  async function killAgainAndAgain(): Promise<void> {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(300 + ((kill * 151) % 400));
      const role = kill % 4 === 3 ? "worker" : "api";
      await alive[role].shift()?.kill();
      await start(role);
    }
  }

  async function countServerConnections(): Promise<number> {
    const rows = await query<{ count: number }>(
      fleet.databaseUrl,
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'mintwright-%'`,
    );
    return rows[0]?.count ?? 0;
  }

  it("starts on an empty database, charges every request once while processes are killed, and leaves no lock", {
    timeout: 900_000,
  }, async () => {
    const startedAt = performance.now();
    await startAll();
    const readyInSeconds = (performance.now() - startedAt) / 1000;
    const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 10_000, rate: "none" });
    fleet.model.follow({ kind: "answer", delayInMs: 250 });
    const load = startRetryingLoad({
      key,
      requestsPerSecond: 12,
      patienceInMs: 150_000,
      listBaseUrls: () => alive.api.map(({ baseUrl }) => baseUrl),
    });
    let [mostConnections, countBefore] = [0, 0];
    // PostgreSQL lists a connection that PgBouncer has closed and replaced until its statement ends. Two looks in a row do
    // not meet that.
    const watching = setInterval(
      () =>
        void countServerConnections().then(
          (count) => {
            mostConnections = Math.max(mostConnections, Math.min(count, countBefore));
            countBefore = count;
          },
          () => {},
        ),
      500,
    );
    try {
      await killAgainAndAgain();
      await load.finish();
    } finally {
      clearInterval(watching);
    }
    const heldForSeconds = await waitUntilNothingHeld(fleet.databaseUrl, 60_000);
    const { figures } = load;
    report(
      `PgBouncer: ${apis + workers} processes on ${serverConnections} server connections ready in ${readyInSeconds.toFixed(1)} s, ` +
        `${kills} kills, ${figures.requests} requests, ${figures.answered} answered, ${figures.unavailable} times 503, ` +
        `slowest ${(figures.slowestInMs / 1000).toFixed(1)} s, nothing held after ${heldForSeconds.toFixed(1)} s, ` +
        `at most ${mostConnections} server connections`,
    );
    await assertChargedOnce(fleet.databaseUrl, accountId, load);
    expect(mostConnections).toBeGreaterThan(0);
    expect(mostConnections).toBeLessThanOrEqual(serverConnections);
    const running = [...alive.api, ...alive.worker];
    expect(await Promise.all(running.map((process) => process.stop()))).toEqual(running.map(() => 0));
    expect(await countServerConnections()).toBeGreaterThan(0);
    expect(await listAdvisoryLocks(fleet.databaseUrl)).toEqual([]);
  });
});
