import { setTimeout as sleep } from "node:timers/promises";
import { assertLedgerAddsUp } from "@mintwright/test-harness";
import { runLong } from "./bench-accounts.ts";
import { startBenchInstallation } from "./bench-installation.ts";
import type { Cost, Costs, Phase } from "./capacity-costs.ts";
import { printReport, writeReport } from "./capacity-report.ts";
import { openWork, type Work } from "./capacity-work.ts";
import { findPostmaster, readCpuTime } from "./cpu-clock.ts";
import { readDatabaseSize, subtractSize } from "./database-growth.ts";
import { print } from "./measure.ts";

// What a paid call, a conversation turn, a news page, an image and a webhook cost: bytes of tables and indexes, of the
// write-ahead log, CPU time and connections, with many accounts that call in turns. Each account calls twice: first after
// a checkpoint and for the first time in this hour, then again. CAPACITY_ACCOUNTS, CAPACITY_CALLS, CAPACITY_ROUNDS and
// CAPACITY_FLUSH_SECONDS set a short run. `--write` updates docs/capacity.md.

const accounts = Number(process.env.CAPACITY_ACCOUNTS ?? 200_000);
const callsPerRound = Number(process.env.CAPACITY_CALLS ?? 10_000);
const rounds = Number(process.env.CAPACITY_ROUNDS ?? 3);
/** The request log is written every second and the counts by hour every 10 seconds. */
const flushInMs = Number(process.env.CAPACITY_FLUSH_SECONDS ?? 11) * 1_000;
const phases: Phase[] = ["first", "again"];
const hourInMs = 3_600_000;
/** Longer than the two phases of a round. */
const phasesInMs = 120_000;

print(`preparing ${accounts} accounts`);
// No checkpoint and no vacuum but the bench's own: both would land in one of the rounds and not in the others.
const installation = await startBenchInstallation(accounts, 1, {
  shared_buffers: "1GB",
  max_wal_size: "16GB",
  checkpoint_timeout: "1h",
  autovacuum: "off",
});
const { database, apis, worker, postgresUrl } = installation;
const roots = {
  api: [apis[0]?.child.pid ?? 0],
  worker: [worker.child.pid ?? 0],
  postgres: [await findPostmaster(postgresUrl)],
};
const { works, stop } = await openWork(installation);

try {
  const idle = await measure(flushInMs / 1_000, () => sleep(flushInMs));
  print(`idle: ${idle.postgresInMs.toFixed(2)} ms of CPU time of PostgreSQL a second`);
  const costs: Costs = new Map(works.map(({ name }) => [name, { first: [], again: [] }]));
  let next = 0;
  for (let round = 0; round < rounds; round++)
    for (const work of works) next = await runRound(work, next, costs);
  await assertLedgerAddsUp(database.url);
  const conditions = { accounts, callsPerRound, rounds };
  printReport(costs, idle, conditions);
  if (process.argv.includes("--write")) writeReport(costs, idle, conditions);
} finally {
  await stop();
  await installation.stop();
}

/** The first calls leave the space behind that later ones use again: rows of holds and of jobs that ended. */
async function runRound(work: Work, from: number, costs: Costs): Promise<number> {
  const count = Math.max(1, Math.round(callsPerRound * work.share));
  await work.run(from, count);
  await sleep(flushInMs);
  // "Again" must be in the hour of "first".
  const leftOfHour = hourInMs - (Date.now() % hourInMs);
  if (leftOfHour < phasesInMs) await sleep(leftOfHour);
  await runLong(database, ["vacuum analyze", "checkpoint"]);
  for (const phase of phases) {
    const cost = await measure(count, async () => {
      await work.run(from + count, count);
      await sleep(flushInMs);
    });
    costs.get(work.name)?.[phase].push(cost);
    print(
      `${work.name}, ${phase}: ${count} in ${cost.seconds.toFixed(1)} s, ${Math.round(cost.logInBytes)} bytes of log each`,
    );
  }
  return from + 2 * count;
}

async function measure(count: number, run: () => Promise<void>): Promise<Cost> {
  const connections = watchConnections();
  const [sizeBefore, cpuBefore, startedAt] = [
    await readDatabaseSize(database),
    readTimes(),
    performance.now(),
  ];
  await run();
  const [cpuAfter, seconds] = [readTimes(), (performance.now() - startedAt) / 1_000];
  const growth = subtractSize(await readDatabaseSize(database), sizeBefore);
  return {
    count,
    seconds,
    connections: await connections.stop(),
    logInBytes: growth.logInBytes / count,
    apiInMs: (cpuAfter.api - cpuBefore.api) / count,
    workerInMs: (cpuAfter.worker - cpuBefore.worker) / count,
    postgresInMs: (cpuAfter.postgres - cpuBefore.postgres) / count,
    tables: new Map(
      [...growth.tables].map(([name, { rowsInBytes, indexInBytes }]) => [
        name,
        { rowsInBytes: rowsInBytes / count, indexInBytes: indexInBytes / count },
      ]),
    ),
  };
}

function readTimes() {
  return {
    api: readCpuTime(roots.api),
    worker: readCpuTime(roots.worker),
    postgres: readCpuTime(roots.postgres),
  };
}

/** The most connections that the processes had open, and that were busy, at once. */
function watchConnections() {
  const most = { open: 0, busy: 0 };
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const [seen] = await database.query<{ open: number; busy: number }>(
        `select count(*)::int as open, (count(*) filter (where state <> 'idle'))::int as busy
         from pg_stat_activity where application_name like 'mintwright-%'`,
      );
      most.open = Math.max(most.open, seen?.open ?? 0);
      most.busy = Math.max(most.busy, seen?.busy ?? 0);
      await sleep(250);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return most;
    },
  };
}
