import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, startPostgres, type TestDatabase } from "@mintwright/test-harness";
import { connectDatabase, type Database } from "../apps/server/src/platform/database/database.ts";
import { migrateDatabase } from "../apps/server/src/platform/database/migrations.ts";
import { runBatchedAdmission } from "./batched-admission.ts";
import { createBenchAccounts, keyOf, runLong } from "./bench-accounts.ts";
import { describeMachine, format, toTable, writeMeasured } from "./docs-page.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";

// Paid admission with a million accounts against ten thousand, in turns. Every account has two keys; every tenth key
// sends requests, so the accounts that call are scattered over the tables. TENANTS, TENANTS_ROUNDS and TENANTS_SECONDS set
// a short run. `--write` updates docs/capacity.md.

const sizes = { few: 10_000, many: Number(process.env.TENANTS ?? 1_000_000) };
const rounds = Number(process.env.TENANTS_ROUNDS ?? 5);
const secondsPerRound = Number(process.env.TENANTS_SECONDS ?? 4);
const sharedBuffers = "4GB";
const clients = 64;
/** An idle backend reports its counters within 10 seconds. */
const reportInMs = 11_000;
const keysPerAccount = 2;
const keysPerActiveKey = 10;
const tables = ["account", "api_key", "api_key_window"];

interface Site {
  accounts: number;
  activeKeys: number;
  database: TestDatabase;
  connection: Database;
  p50InMs: number[];
  afterCheckpointInMs: number[];
  perSecond: number[];
  /** Shares of the blocks that were found in shared buffers, and of the updates that were HOT. */
  hitShare: number;
  hotShare: number;
}

interface Counters {
  read: number;
  hit: number;
  updated: number;
  hot: number;
}

const server = await startPostgres({ shared_buffers: sharedBuffers, max_wal_size: "16GB" });
// However this ends: a server left behind would keep gigabytes of the disk.
process.once("exit", () => server.stop());
const sites = [await prepareSite(sizes.few), await prepareSite(sizes.many)];

try {
  for (const site of sites) await touchEveryKey(site);
  for (let round = 0; round < rounds; round++)
    for (const site of round % 2 ? sites.toReversed() : sites) await measure(site);
  for (const site of sites) {
    await readShares(site);
    const name = `${site.accounts} accounts, ${site.activeKeys} active keys`;
    printRounds(`p50, ${name}`, site.p50InMs, "ms");
    printRounds(`p50 right after a checkpoint, ${name}`, site.afterCheckpointInMs, "ms");
    printRounds(`admissions, ${name}`, site.perSecond, "admissions/s");
    print(
      `blocks found in shared buffers: ${percent(site.hitShare)}; updates that are HOT: ${percent(site.hotShare)}`,
    );
    print(await describeSizes(site));
  }
  const [few, many] = sites as [Site, Site];
  const compare = (key: "p50InMs" | "afterCheckpointInMs") =>
    median(many[key].map((value, round) => value / (few[key][round] ?? Number.NaN)));
  if (process.argv.includes("--write")) await write(compare("p50InMs"), compare("afterCheckpointInMs"));
  printFigure("tenants.admission_p50_after_checkpoint", compare("afterCheckpointInMs"), "none");
  printFigure("tenants.admission_p50_million_over_ten_thousand", compare("p50InMs"), "<= 1.2");
} finally {
  for (const { connection } of sites) await connection.destroy();
}

async function prepareSite(accounts: number): Promise<Site> {
  const startedAt = performance.now();
  const database = await createDatabase(server.url);
  await migrateDatabase(database.url);
  await createBenchAccounts(database, accounts, keysPerAccount);
  print(`${accounts} accounts prepared in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return {
    accounts,
    activeKeys: (accounts * keysPerAccount) / keysPerActiveKey,
    database,
    connection: connectDatabase({
      url: database.url,
      poolSize: 4,
      applicationName: "bench",
      onConnectionError() {},
    }),
    p50InMs: [],
    afterCheckpointInMs: [],
    perSecond: [],
    hitShare: Number.NaN,
    hotShare: Number.NaN,
  };
}

/** As in an installation that has run for a while: what active keys need has been read since the start. */
async function touchEveryKey({ activeKeys, connection, database }: Site): Promise<void> {
  let next = 0;
  while (next < activeKeys) {
    const pickKey = () => keyOf((next++ % activeKeys) * keysPerActiveKey);
    await runBatchedAdmission(connection, pickKey, { clients, seconds: 1 });
  }
  await endHolds(database);
}

/** First right after a checkpoint, when each changed page is written to the log as a whole, then without one. */
async function measure(site: Site): Promise<void> {
  const { connection, database } = site;
  const run = () => runBatchedAdmission(connection, pickKeyOf(site), { clients, seconds: secondsPerRound });
  await runLong(database, ["checkpoint"]);
  site.afterCheckpointInMs.push((await run()).p50InMs);
  await endHolds(database);
  const { p50InMs, perSecond } = await run();
  site.p50InMs.push(p50InMs);
  site.perSecond.push(perSecond);
  await endHolds(database);
}

/** Once more, for the counters of PostgreSQL. */
async function readShares(site: Site): Promise<void> {
  const before = await readCounters(site.database);
  await runBatchedAdmission(site.connection, pickKeyOf(site), { clients, seconds: secondsPerRound });
  await sleep(reportInMs);
  const after = await readCounters(site.database);
  const [hit, read] = [after.hit - before.hit, after.read - before.read];
  site.hitShare = hit / (hit + read);
  site.hotShare = (after.hot - before.hot) / (after.updated - before.updated);
}

function pickKeyOf({ activeKeys }: Site): () => string {
  return () => keyOf(Math.floor(Math.random() * activeKeys) * keysPerActiveKey);
}

/** So that every round starts alike. */
async function endHolds(database: TestDatabase): Promise<void> {
  await runLong(database, [
    "truncate hold",
    "update account set held = 0, balance = granted where held > 0",
    ...tables.map((table) => `vacuum analyze ${table}`),
  ]);
}

async function readCounters(database: TestDatabase): Promise<Counters> {
  const [counters] = await database.query<Counters>(
    `select sum(heap_blks_read + idx_blks_read)::float8 as read, sum(heap_blks_hit + idx_blks_hit)::float8 as hit,
       sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as hot
     from pg_statio_user_tables join pg_stat_user_tables using (relid) where pg_stat_user_tables.relname = any($1)`,
    [tables],
  );
  return counters ?? { read: 0, hit: 0, updated: 0, hot: 0 };
}

async function describeSizes({ database }: Site): Promise<string> {
  const rows = await database.query<{ name: string; table: number; index: number }>(
    `select name, pg_table_size(name::regclass)::float8 / 1e6 as table, pg_indexes_size(name::regclass)::float8 / 1e6 as index
     from unnest($1::text[]) name`,
    [tables],
  );
  return rows
    .map(({ name, table, index }) => `${name} ${format(table)} MB + ${format(index)} MB of indexes`)
    .join(", ");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

async function write(ratio: number, afterCheckpoint: number): Promise<void> {
  const lines = await Promise.all(
    sites.map(async (site) => [
      `${site.accounts.toLocaleString("en-US")} accounts, ${site.activeKeys.toLocaleString("en-US")} active keys`,
      `${format(median(site.p50InMs))} ms (${site.p50InMs.map(format).join(", ")})`,
      `${format(median(site.afterCheckpointInMs))} ms`,
      format(median(site.perSecond)),
      percent(site.hitShare),
      percent(site.hotShare),
      await describeSizes(site),
    ]),
  );
  const head = [
    "",
    "p50 (rounds)",
    "p50 right after a checkpoint",
    "admissions a second",
    "blocks in shared buffers",
    "HOT updates",
    "size",
  ];
  const text = [
    `${describeMachine()} ${rounds} rounds of ${secondsPerRound} s in turns, ${clients} clients, \`shared_buffers\` ${sharedBuffers}.`,
    toTable(head, lines),
    `Median of the ratios by round: ${format(ratio)} (goal at most 1.2); right after a checkpoint ${format(afterCheckpoint)}.`,
  ].join("\n\n");
  writeMeasured("capacity.md", "tenants", text);
}
