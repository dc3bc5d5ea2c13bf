import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres, type TestDatabase } from "@mintwright/test-harness";
import { connectDatabase, type Database } from "../apps/server/src/platform/database/database.ts";
import { migrateDatabase } from "../apps/server/src/platform/database/migrations.ts";
import { runBatchedAdmission } from "./batched-admission.ts";
import { createBenchAccounts, keyOf } from "./bench-accounts.ts";
import { startCpuClock } from "./cpu-clock.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";

// Paid admissions a second through the batched path, against pgbench calling the function for one request a statement:
// same database, same clients, in turns. pgbench calls it twice: as PostgreSQL runs it by itself, planned for every call
// and its commit waited for, which the goal is about; and with the settings that the function carries for ours, which
// tells what batching alone brings. Then the batched path again on a ledger of millions of rows.

const clients = 64;
const accounts = 1_000;
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 4);
const smallLedgerRows = 10_000;
const largeLedgerRows = Number(process.env.BENCH_LEDGER_ROWS ?? 5_000_000);
const untunedFunction = "admit_requests_untuned";

const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-"));
const server = await startPostgres({ shared_buffers: "512MB", max_wal_size: "4GB" });
const readCpuTime = await startCpuClock(server.url, [process.pid]);
const small = await prepareSite(smallLedgerRows);
const large = await prepareSite(largeLedgerRows);

try {
  const single: number[] = [];
  const tuned: number[] = [];
  const batched: number[] = [];
  const oneAccount: number[] = [];
  const cpuInMs: number[] = [];
  const p50Small: number[] = [];
  const p50Large: number[] = [];
  for (let round = 0; round < rounds; round++) {
    single.push(await runPgbench(small, untunedFunction));
    tuned.push(await runPgbench(small, "admit_requests"));
    const many = await runBatched(small, accounts);
    batched.push(many.perSecond);
    cpuInMs.push(many.cpuInMs);
    p50Small.push(many.p50InMs);
    p50Large.push((await runBatched(large, accounts)).p50InMs);
    oneAccount.push((await runBatched(small, 1)).perSecond);
  }
  printRounds("pgbench, one statement a request", single, "admissions/s");
  printRounds("pgbench, with the function's settings", tuned, "admissions/s");
  printRounds(`batched, ${accounts} accounts`, batched, "admissions/s");
  printRounds("batched, one hot account", oneAccount, "admissions/s");
  printRounds("cpu", cpuInMs, "ms an admission");
  const ratioTo = (base: number[]) => batched.map((value, index) => value / (base[index] ?? Number.NaN));
  const ratios = ratioTo(single);
  printRounds("ratio by round", ratios, "x");
  printRounds("ratio by round, with the function's settings", ratioTo(tuned), "x");
  printRounds(`p50, ledger of ${smallLedgerRows} rows`, p50Small, "ms");
  printRounds(`p50, ledger of ${largeLedgerRows} rows`, p50Large, "ms");
  printFigure("admission.batched_over_pgbench", median(ratios), ">= 15");
  printFigure("admission.p50_large_over_small_ledger", median(p50Large) / median(p50Small), "<= 1.3");
} finally {
  for (const site of [small, large]) {
    await site.connection.destroy();
    await site.database.drop();
  }
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Site {
  database: TestDatabase;
  connection: Database;
}

async function prepareSite(ledgerRows: number): Promise<Site> {
  print(`preparing ${accounts} accounts with ${ledgerRows} ledger rows`);
  const database = await createDatabase(server.url);
  const connection = connectDatabase({
    url: database.url,
    poolSize: 4,
    applicationName: "bench",
    onConnectionError() {},
  });
  await migrateDatabase(database.url);
  await createBenchAccounts(database, accounts);
  await createUntunedFunction(database);
  await database.query(
    `insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
     select a.account_id, 'hold', 50, 'enhancePrompt', n::text, a.account_id, gen_random_uuid()
     from generate_series(1, $1::integer) n
     join account a on a.email = 'bench-' || (n % ${accounts}) || '@example.com'`,
    [ledgerRows],
  );
  await database.query("vacuum analyze ledger_entry");
  return { database, connection };
}

async function runBatched(
  site: Site,
  accountCount: number,
): Promise<{ perSecond: number; p50InMs: number; cpuInMs: number }> {
  await cleanUp(site.database);
  const cpuBefore = readCpuTime();
  const { admitted, perSecond, p50InMs } = await runBatchedAdmission(
    site.connection,
    () => keyOf(Math.floor(Math.random() * accountCount)),
    { clients, seconds: secondsPerRound },
  );
  return { perSecond, p50InMs, cpuInMs: (readCpuTime() - cpuBefore) / admitted };
}

/** The function without the settings that make its plans last and its commit quick. */
async function createUntunedFunction(database: TestDatabase): Promise<void> {
  const [row] = await database.query<{ definition: string }>(
    "select pg_get_functiondef('admit_requests'::regproc) as definition",
  );
  const commit = "perform set_config('synchronous_commit', 'off', true);";
  if (!row?.definition.includes(commit)) throw new Error("the function does not say how it commits");
  await database.query(row.definition.replace("admit_requests", untunedFunction).replace(commit, ""));
  await database.query(`alter function ${untunedFunction} reset all`);
}

async function runPgbench(site: Site, functionName: string): Promise<number> {
  await cleanUp(site.database);
  const script = join(folder, "one-request.sql");
  writeFileSync(
    script,
    `\\set account random(0, ${accounts - 1})
select ${functionName}(
  '${randomUUID()}', array[sha256(('bench-key-' || :account)::bytea)], array[1], array[1], array[50]::bigint[],
  array[gen_random_uuid()], array['enhancePrompt'], array[gen_random_uuid()::text], array[null]::text[],
  array[null]::bytea[], array[60000]
);
`,
  );
  const args = [
    "--no-vacuum",
    "--protocol=prepared",
    `--client=${clients}`,
    "--jobs=2",
    `--time=${secondsPerRound}`,
  ];
  const result = spawnSync(findPgbench(), [...args, `--file=${script}`, site.database.url], {
    encoding: "utf8",
  });
  const perSecond = Number(/tps = ([\d.]+)/.exec(result.stdout)?.[1]);
  if (!perSecond) throw new Error(`pgbench failed: ${result.stderr.slice(0, 500)}`);
  return perSecond;
}

function findPgbench(): string {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const paths = versions.map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`);
  return paths.find((path) => existsSync(path)) ?? "pgbench";
}

/** Ends the holds of the last round, so that every round starts alike. */
async function cleanUp(target: TestDatabase): Promise<void> {
  await target.query("truncate hold");
  await target.query("update account set held = 0, balance = granted");
  await target.query("vacuum analyze account");
  await target.query("vacuum analyze api_key_window");
  await target.query("checkpoint");
}
