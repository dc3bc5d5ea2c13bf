import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { type LeaseAsk, renewLeases } from "./lease.repository.ts";
import { createLeaseKeeper, type PlaceKeeper } from "./lease-keeper.ts";
import { type ProcessMark, readOwnMark } from "./process-mark.ts";
import { createServerHealth } from "./server-health.ts";
import { createServerPool } from "./server-pool.ts";

const signal = new AbortController().signal;
let clone: ClonedDatabase;
let keepers: PlaceKeeper[];
let server: string;
let running: number;
let mostRunning: number;
let occupiedInMs: number;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

beforeEach(() => {
  keepers = [];
  server = randomUUID();
  running = 0;
  mostRunning = 0;
  occupiedInMs = 0;
});

afterEach(() => Promise.all(keepers.map((keeper) => keeper.stop())));

async function registerProcess(): Promise<string> {
  const processId = randomUUID();
  await clone.database
    .insertInto("process")
    .values({ process_id: processId, role: "api", host: "here" })
    .execute();
  return processId;
}

/** A process with a pool of one server. */
async function startProcess(limit: number, maxQueued = 1_000) {
  const processId = await registerProcess();
  const logger = createLogger("silent");
  const keeper = createLeaseKeeper({ database: clone.database, processId, instance: undefined, logger });
  keepers.push(keeper);
  const places = keeper.open({ server, limit, longestCallInMs: 1_000 });
  const health = createServerHealth({
    isFailure: () => true,
    failuresThatOpen: 3,
    openInMs: 1_000,
    hasOthers: false,
  });
  const pool = createServerPool([{ places, weight: 1, health }], { maxQueued, waitsForProbe: true });
  const call = async (tookInMs: number) => {
    const entered = await pool.enter({ signal });
    mostRunning = Math.max(mostRunning, ++running);
    const startedAt = performance.now();
    await sleep(tookInMs);
    occupiedInMs += performance.now() - startedAt;
    running--;
    pool.leave(entered, { isAborted: false });
  };
  return { processId, places, call, pool };
}

async function readLeases() {
  const { rows } = await sql<{ process_id: string; places: number }>`
    select process_id, places from engine_lease where server = ${server}`.execute(clone.database);
  return new Map(rows.map((row) => [row.process_id, row.places]));
}

it("gives a lone process every place that it uses, and takes them back when it is idle", async () => {
  const { call, places } = await startProcess(4);
  await Promise.all(Array.from({ length: 20 }, () => call(20)));
  expect(mostRunning).toBe(4);
  expect([...(await readLeases()).values()]).toEqual([4]);
  expect(places.lease.validUntil - performance.now()).toBeGreaterThan(8_000);
  await vi.waitFor(async () => expect(await readLeases()).toEqual(new Map()), {
    timeout: 15_000,
    interval: 250,
  });
});

it("never grants more places than there are, and lets every process have its turn", {
  timeout: 30_000,
}, async () => {
  const processes = await Promise.all(Array.from({ length: 10 }, () => startProcess(4)));
  const endsAt = performance.now() + 10_000;
  const counts = await Promise.all(
    processes.map(async ({ call }) => {
      let calls = 0;
      const client = async () => {
        while (performance.now() < endsAt) {
          await call(50);
          calls++;
        }
      };
      await Promise.all([client(), client(), client()]);
      return calls;
    }),
  );
  expect(mostRunning).toBe(4);
  const all = counts.reduce((sum, calls) => sum + calls, 0);
  // Ten seconds of four places. Their time, not the calls: a timer of 50 ms is late on a busy machine.
  expect(occupiedInMs).toBeGreaterThan(0.8 * 4 * 10_000);
  expect(Math.min(...counts)).toBeGreaterThan((0.3 * all) / 10);
});

it("divides places by demand: who wants little gets it, the others share the rest", async () => {
  const [small, one, other] = [await startProcess(8), await startProcess(8), await startProcess(8)];
  let isOver = false;
  const keepCalling = (process: typeof small, clients: number) =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        while (!isOver) await process.call(30);
      }),
    );
  const calling = Promise.all([keepCalling(one, 20), keepCalling(other, 20)]);
  await sleep(1_000);
  const late = keepCalling(small, 1);
  await vi
    .waitFor(
      () => {
        expect(small.places.lease.places).toBe(1);
        for (const { places } of [one, other]) expect([3, 4]).toContain(places.lease.places);
      },
      { timeout: 20_000, interval: 100 },
    )
    .finally(() => {
      isOver = true;
    });
  await Promise.all([calling, late]);
  expect(mostRunning).toBe(8);
});

it("starts no call on a lease that could not be renewed, and keeps the places of calls that may still run", async () => {
  const { places, call, processId } = await startProcess(2);
  await call(1);
  expect(places.hasFree()).toBe(true);
  places.lease.validUntil = performance.now() - 1;
  expect(places.hasFree()).toBe(false);
  // Paused for longer than the lease: what it ran may go on for a minute.
  await keepers.pop()?.stop();
  const expire = (secondsAgo: number) =>
    sql`update engine_lease set expires_at = now() - make_interval(secs => ${secondsAgo}),
      occupied_until = now() - make_interval(secs => ${secondsAgo}) + interval '1 minute'
      where process_id = ${processId}`.execute(clone.database);
  const held = (await readLeases()).get(processId) ?? 0;
  expect(held).toBeGreaterThan(0);
  const other = await registerProcess();
  await expire(1);
  expect((await ask(other, { wanted: 2 })).places).toBe(2 - held);
  await expire(61);
  expect((await ask(other, { wanted: 2, round: 2, keep: 2 - held })).places).toBe(2);
});

it("frees at once what the crashed process on the same host and port left, when its lease is over", async () => {
  const [dead, next, stranger] = [await registerProcess(), await registerProcess(), await registerProcess()];
  expect((await ask(dead, { wanted: 2, instance: "host:8080" })).places).toBe(2);
  await sql`update engine_lease set expires_at = now() - interval '1 second'`.execute(clone.database);
  expect((await ask(stranger, { wanted: 2, instance: "host:8081" })).places).toBe(0);
  await ask(stranger, { wanted: 0, round: 2 });
  expect((await ask(next, { wanted: 2, instance: "host:8080" })).places).toBe(2);
});

it("asks again after it gave up waiting", async () => {
  const blocker = await registerProcess();
  await ask(blocker, { wanted: 2, running: 2 });
  const { pool, call } = await startProcess(2);
  await expect(pool.enter({ signal: AbortSignal.timeout(300) })).rejects.toThrow();
  await sleep(500);
  await ask(blocker, { wanted: 0, round: 2 });
  await call(1);
  expect(mostRunning).toBe(1);
});

it("takes the places of a process that was killed on this machine, and not of one that is paused", async () => {
  const own = readOwnMark() as ProcessMark;
  const child = spawn("sleep", ["60"]);
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const mark = { ...own, pid: child.pid ?? 0, startedAt: stat.split(") ").at(-1)?.split(" ")[19] ?? "" };
  await ask(await registerProcess(), { wanted: 2, running: 2, mark });
  const { pool, call } = await startProcess(2);
  child.kill("SIGSTOP");
  await expect(pool.enter({ signal: AbortSignal.timeout(2_500) })).rejects.toThrow();
  child.kill("SIGKILL");
  await once(child, "exit");
  const startedAt = performance.now();
  await call(1);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

it("tells a process how fast a server is for the others", async () => {
  const [one, other] = [await registerProcess(), await registerProcess()];
  await ask(one, { wanted: 1, usual_in_ms: 120 });
  expect(await ask(other, {})).toMatchObject({ places: 0, others_usual_in_ms: 120 });
  expect((await readLeases()).has(other)).toBe(false);
});

it("ignores a statement that arrives after a newer one", async () => {
  const processId = await registerProcess();
  expect((await ask(processId, { wanted: 2, round: 2 })).places).toBe(2);
  expect(await ask(processId, { wanted: 0, round: 1 })).toBeUndefined();
  expect([...(await readLeases()).values()]).toEqual([2]);
});

it("gives a process without a queue a place when its callers try again", async () => {
  const [busy, eager] = [await startProcess(1), await startProcess(1, 0)];
  const end = performance.now() + 2_000;
  const working = (async () => {
    while (performance.now() < end) await busy.call(400);
  })();
  await sleep(200);
  await vi.waitFor(() => eager.call(1), { timeout: 5_000, interval: 200 });
  await working;
  expect(mostRunning).toBe(1);
});

async function ask(
  processId: string,
  {
    instance,
    mark,
    round = 1,
    ...given
  }: Partial<LeaseAsk> & { instance?: string; mark?: ProcessMark; round?: number },
) {
  const base = {
    server,
    place_limit: 2,
    keep: 0,
    running: 0,
    wanted: 0,
    spare: 0,
    longest_call_in_ms: 60_000,
    usual_in_ms: null,
  };
  const [answer] = await renewLeases(
    clone.database,
    { processId, instance, mark, round, leaseInMs: 15_000, sliceInMs: 2_000 },
    [{ ...base, ...given }],
  );
  return answer as NonNullable<typeof answer>;
}
