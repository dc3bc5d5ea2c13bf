import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  askMintwright,
  createTestAccount,
  mintwrightCommand,
  type PostgresServer,
  type RunningProcess,
  runMintwright,
  startPostgres,
  type TestAccount,
} from "@mintwright/test-harness";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { openChat } from "./chat-call.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { plantExpiredAnswers, plantLedger } from "./planted-ledger.ts";
import { callEnhancePrompt, countByStatus } from "./prompt-call.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

// Short in a test run; `npm run faults:retention` takes 5 million answers and 50 million entries.
const answers = Number(process.env.RETENTION_ANSWERS ?? 10_000);
const entries = Number(process.env.RETENTION_ENTRIES ?? 50_000);
const roundInMs = Number(process.env.RETENTION_ROUND_MS ?? 2_000);
const isFull = process.env.RETENTION_ANSWERS !== undefined;
const roundsPerCalmOne = 3;
const callsPerSecond = 20;
const kills = isFull ? 20 : 2;
/** Larger than what fits into a row, so that it is stored as a file. */
const largeAnswer = "All work and no play. ".repeat(5_000);

let postgres: PostgresServer;
let fleet: Fleet;
let api: RunningProcess;
let callers: TestAccount[];
let plantedEntries: number;

beforeAll(async () => {
  // Without standbys, so that tables that are created and filled in one transaction need no log.
  postgres = await startPostgres({ wal_level: "minimal", max_wal_senders: "0", max_wal_size: "8GB" });
  fleet = await createFleet({ serverUrl: postgres.url });
  fleet.model.follow({ kind: "answer", delayInMs: 5 });
  api = await fleet.start("api");
  const create = () => createTestAccount(fleet.databaseUrl, { credits: 100_000, rate: "none" });
  callers = await Promise.all([create(), create(), create(), create()]);
  const startedAt = performance.now();
  plantedEntries = await plantLedger(fleet.databaseUrl, { entries, pastMonths: 12 });
  await plantExpiredAnswers(fleet.databaseUrl, answers);
  // Otherwise it falls into the first measurement.
  await query(postgres.url, "checkpoint");
  report(
    `planted ${answers} expired answers and ${plantedEntries} ledger entries in ${seconds(startedAt)} s`,
  );
}, 7_200_000);

afterAll(async () => {
  await fleet?.close();
  postgres?.stop();
}, 600_000);

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
const enqueue = (job: string) =>
  query(fleet.databaseUrl, "insert into pgboss.job (name, data) values ($1, '{}')", [job]);

async function readLeft() {
  const [row] = await query<{ answers: boolean; months: number }>(
    fleet.databaseUrl,
    `select exists (select from idempotent_answer where expires_at < now()) as answers,
       12 - (select count(*)::int from ledger_seal where sealed_at is not null) as months`,
  );
  return row ?? { answers: true, months: 12 };
}

interface Call {
  status: number;
  elapsedInMs: number;
}

/** Sends paid calls with idempotency keys at a steady pace for a while. */
async function measureCalls(forMs: number): Promise<Call[]> {
  const calls: Promise<Call>[] = [];
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    const { key } = callers[calls.length % callers.length] as TestAccount;
    calls.push(callEnhancePrompt(api.baseUrl, key, "a fox", { idempotencyKey: crypto.randomUUID() }));
    await sleep(1_000 / callsPerSecond);
  }
  return Promise.all(calls);
}

/** Measures calls beside a worker that has just started and runs these jobs. */
async function measureWithWorker(jobs: string[]): Promise<{ calls: Call[]; elapsedInMs: number }> {
  const worker = await fleet.start("worker");
  await sleep(1_000);
  const startedAt = performance.now();
  for (const job of jobs) await enqueue(job);
  const calls = await measureCalls(roundInMs);
  // The rest of a short backlog needs no further rounds.
  if (!isFull && jobs.length > 0)
    await vi.waitFor(async () => expect(await readLeft()).toEqual({ answers: false, months: 0 }), {
      timeout: 60_000,
    });
  expect(await worker.stop()).toBe(0);
  return { calls, elapsedInMs: performance.now() - startedAt };
}

function describeTimes(calls: readonly Call[]): { p50: number; p99: number; text: string } {
  const times = calls.map(({ elapsedInMs }) => elapsedInMs).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  const [p50, p99] = [at(0.5), at(0.99)];
  return { p50, p99, text: `${calls.length} calls, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms` };
}

it("drains a backlog of expired answers and seals the ledger while calls continue", {
  timeout: 7_200_000,
}, async () => {
  const calm: Call[] = [];
  const draining: Call[] = [];
  let drainedInMs = 0;
  await measureCalls(2_000);
  let rounds = 0;
  for (let left = await readLeft(); left.answers || left.months > 0; left = await readLeft()) {
    if (rounds++ % roundsPerCalmOne === 0) calm.push(...(await measureWithWorker([])).calls);
    const { calls, elapsedInMs } = await measureWithWorker([
      "delete-expired-admissions",
      "seal-ledger-months",
    ]);
    draining.push(...calls);
    drainedInMs += elapsedInMs;
    if (isFull)
      report(
        `round ${rounds}: without: ${describeTimes(calm).text}; during: ${describeTimes(draining).text}; ` +
          `${(drainedInMs / 1000).toFixed(0)} s of work, ${JSON.stringify(left)} left before it`,
      );
  }
  const [without, during] = [describeTimes(calm), describeTimes(draining)];
  report(
    `drained ${answers} answers and sealed 12 months of ${plantedEntries} entries in ${(drainedInMs / 1000).toFixed(1)} s of work; ` +
      `without: ${without.text}; during: ${during.text}; statuses ${JSON.stringify(countByStatus([...calm, ...draining]))}`,
  );
  expect([...calm, ...draining].filter(({ status }) => status !== 200)).toEqual([]);
  if (isFull) expect(during.p99).toBeLessThan(1.2 * without.p99);
});

it("checks the sealed ledger quickly, and finds a wrong entry in a sealed and in the open month", {
  timeout: 3_600_000,
}, async () => {
  const environment = { DATABASE_URL: fleet.databaseUrl };
  const verify = async (...options: string[]) => {
    const startedAt = performance.now();
    const { stdout } = await runMintwright(
      ["admin", "ledger", "verify", "--json", ...options],
      environment,
      mintwrightCommand,
      600_000,
    );
    const { mismatches } = JSON.parse(stdout) as { mismatches: { accountId: string; problem: string }[] };
    return { mismatches, elapsedInMs: performance.now() - startedAt };
  };
  const [quick, full] = [await verify(), await verify("--full")];
  expect([quick.mismatches, full.mismatches]).toEqual([[], []]);
  expect(quick.elapsedInMs).toBeLessThan(10_000);
  const months = await askMintwright<{ month: string; state: string }[]>(
    ["admin", "ledger", "months"],
    environment,
  );
  const sealed = months.find(({ state }) => state === "sealed")?.month ?? "";
  const { accountId } = callers[0] as TestAccount;
  const plant = (createdAt: string) =>
    query<{ undo: string }>(
      fleet.databaseUrl,
      `insert into ledger_entry (account_id, created_at, kind, amount) values ($1, $2, 'capture', 1)
       returning format('delete from ledger_entry where account_id = %L and entry_id = %s', account_id, entry_id) as undo`,
      [accountId, createdAt],
    );
  const [inSealed] = await plant(`${sealed}-15 00:00:00+00`);
  expect((await verify()).mismatches).toEqual([]);
  expect((await verify("--full")).mismatches).toEqual([
    { accountId, problem: `${sealed} has 1 entries, 0 were sealed` },
  ]);
  await query(fleet.databaseUrl, inSealed?.undo ?? "");
  const [inOpen] = await plant(new Date().toISOString());
  expect((await verify()).mismatches).toMatchObject([
    { accountId, problem: expect.stringMatching(/^spent/) },
  ]);
  await query(fleet.databaseUrl, inOpen?.undo ?? "");
  expect((await verify()).mismatches).toEqual([]);
  report(
    `ledger of ${plantedEntries} entries checked in ${(quick.elapsedInMs / 1000).toFixed(1)} s, every entry read again in ` +
      `${(full.elapsedInMs / 1000).toFixed(1)} s; a wrong entry found in ${sealed} and in the open month`,
  );
});

const listFiles = () =>
  readdirSync(join(fleet.storageDirectory, "answers"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `answers/${parentPath.split("/").at(-1)}/${name}`)
    .sort();

const listReferenced = async () =>
  (
    await query<{ name: string }>(
      fleet.databaseUrl,
      "select answer_object as name from idempotent_answer where answer_object is not null order by 1",
    )
  ).map(({ name }) => name);

const ask = (caller: TestAccount, idempotencyKey: string) =>
  openChat(api.baseUrl, caller.key, {}, { "idempotency-key": idempotencyKey }).read();

/** Kills the API between the moment when it has stored the file of an answer and the moment when it could settle the call. */
async function killBeforeSettlement(caller: TestAccount): Promise<void> {
  const blocker = new pg.Client({ connectionString: fleet.databaseUrl });
  await blocker.connect();
  const countHolds = async () =>
    (await blocker.query<{ count: number }>("select count(*)::int as count from hold")).rows[0]?.count ?? 0;
  const [holdsBefore, filesBefore] = [await countHolds(), listFiles().length];
  const asked = ask(caller, crypto.randomUUID()).catch(() => undefined);
  const soon = { interval: 10, timeout: 10_000 };
  await vi.waitFor(async () => expect(await countHolds()).toBeGreaterThan(holdsBefore), soon);
  await blocker.query("begin");
  await blocker.query("select from account where account_id = $1 for update", [caller.accountId]);
  expect(listFiles().length, "the answer came before the account was locked").toBe(filesBefore);
  await vi.waitFor(() => expect(listFiles().length).toBeGreaterThan(filesBefore), soon);
  await api.kill();
  // PostgreSQL would otherwise execute a settlement that the API had already sent.
  await blocker.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  await blocker.end();
  await asked;
  api = await fleet.start("api");
}

it("leaves no file of an answer behind when processes are killed before they settle", {
  timeout: 600_000,
}, async () => {
  fleet.model.follow({ kind: "answer", text: largeAnswer, delayInMs: 1_000 });
  const [caller] = callers as [TestAccount];
  const reused = crypto.randomUUID();
  expect((await ask(caller, reused)).status).toBe(200);
  for (let kill = 0; kill < kills; kill++) await killBeforeSettlement(caller);
  // An expired key that a new request takes over leaves its old file as well.
  await query(
    fleet.databaseUrl,
    "update idempotent_answer set expires_at = now() where idempotency_key = $1",
    [reused],
  );
  expect((await ask(caller, reused)).isWhole).toBe(true);
  const orphans = listFiles().length - (await listReferenced()).length;
  expect(orphans).toBe(kills + 1);
  // A file is an orphan when the hold of its killed process is released.
  const worker = await fleet.start("worker");
  await waitUntilNothingHeld(fleet.databaseUrl, 60_000);
  await enqueue("delete-orphan-answers");
  await vi.waitFor(async () => expect(listFiles()).toEqual(await listReferenced()), { timeout: 60_000 });
  expect((await listReferenced()).length).toBeGreaterThan(0);
  expect(await worker.stop()).toBe(0);
  report(
    `${kills} kills between file and settlement and one expired key: ${orphans} files without a row, none after the sweep`,
  );
});
