import { setTimeout as sleep } from "node:timers/promises";
import { createTestAccount, type TestAccount } from "@mintwright/test-harness";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "../apps/server/src/platform/database/migrations.ts";
import { promptPrice, readAmounts, waitUntilNothingHeld } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt, countByStatus, type PromptAnswer } from "./prompt-call.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

// 50,000 rows in a test run; `npm run faults:migration` takes 5 million, or as many as MIGRATION_ROWS says.
const rows = Number(process.env.MIGRATION_ROWS ?? 50_000);
const callsPerSecond = 20;
const longReportInMs = 5_000;
const slowestAllowedInMs = 2_000;
const folders = [
  new URL("../apps/server/migrations/", import.meta.url),
  new URL("./fixtures/migrations/", import.meta.url),
];

let fleet: Fleet;
let accounts: TestAccount[];

beforeAll(async () => {
  fleet = await createFleet();
  accounts = await Promise.all(
    Array.from({ length: 4 }, () => createTestAccount(fleet.databaseUrl, { credits: 100_000, rate: "none" })),
  );
  await plantLedgerEntries();
}, 900_000);

afterAll(() => fleet?.close(), 600_000);

/** Grants of 1/100 credit, so that the ledger still adds up. */
async function plantLedgerEntries(): Promise<void> {
  const { accountId } = await createTestAccount(fleet.databaseUrl);
  await query(
    fleet.databaseUrl,
    `insert into ledger_entry (account_id, kind, amount, request_id, note)
     select $1, 'grant', 1, gen_random_uuid()::text, 'planted' from generate_series(1, $2::integer)`,
    [accountId, rows],
  );
  await query(
    fleet.databaseUrl,
    "update account set granted = granted + $2::bigint, balance = balance + $2::bigint where account_id = $1",
    [accountId, rows],
  );
  await query(fleet.databaseUrl, "vacuum analyze ledger_entry");
}

/** Sends paid calls at a steady pace, whatever the earlier ones do, until told to finish. */
function startLoad(baseUrl: string) {
  const calls: Promise<PromptAnswer>[] = [];
  const timer = setInterval(() => {
    const { key } = accounts[calls.length % accounts.length] as TestAccount;
    const call = callEnhancePrompt(baseUrl, key, "a fox", { idempotencyKey: crypto.randomUUID() });
    call.catch(() => {});
    calls.push(call);
  }, 1_000 / callsPerSecond);
  return async () => {
    clearInterval(timer);
    return Promise.all(calls);
  };
}

/** Reads the table in a transaction that stays open for a while, as a backup or a long report does. Returns its end. */
async function readForLong(): Promise<{ ended: Promise<void> }> {
  const client = new pg.Client({ connectionString: fleet.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from ledger_entry limit 1");
  const end = async () => {
    await sleep(longReportInMs);
    await client.query("commit");
    await client.end();
  };
  return { ended: end() };
}

it("adds an index and a column to a large ledger while paid calls go on, none slow and none failed", {
  timeout: 1_800_000,
}, async () => {
  fleet.model.follow({ kind: "answer", delayInMs: 5 });
  const { baseUrl } = await fleet.start("api");
  await fleet.start("worker");
  const finish = startLoad(baseUrl);
  await sleep(2_000);
  const startedAt = performance.now();
  const { ended } = await readForLong();
  const applied = await migrateDatabase(fleet.databaseUrl, { folders });
  const migrationInMs = performance.now() - startedAt;
  await ended;
  await sleep(2_000);
  const answers = await finish();
  const times = answers.map(({ elapsedInMs }) => elapsedInMs).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  report(
    `migration over ${rows} ledger entries: ${(migrationInMs / 1000).toFixed(1)} s, ${answers.length} paid calls, ` +
      `statuses ${JSON.stringify(countByStatus(answers))}, p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, ` +
      `slowest ${at(1).toFixed(0)} ms`,
  );
  expect(applied).toEqual(["9999-ledger-index-and-column"]);
  // The column waited for the long report, and the calls did not.
  expect(migrationInMs).toBeGreaterThan(longReportInMs - 500);
  expect(answers.length).toBeGreaterThan(100);
  expect(countByStatus(answers)).toEqual({ 200: answers.length });
  expect(at(1)).toBeLessThan(slowestAllowedInMs);
  await assertMigrated();
  await assertAllCharged(answers.length);
});

async function assertMigrated(): Promise<void> {
  const indexes = await query<{ valid: boolean }>(
    fleet.databaseUrl,
    "select indisvalid as valid from pg_index where indexrelid::regclass::text like 'ledger_entry_request%'",
  );
  expect(indexes.length).toBeGreaterThan(2);
  expect(indexes.filter(({ valid }) => !valid)).toEqual([]);
  expect(await query(fleet.databaseUrl, "select origin from ledger_entry limit 1")).toEqual([
    { origin: "api" },
  ]);
}

async function assertAllCharged(calls: number): Promise<void> {
  await waitUntilNothingHeld(fleet.databaseUrl, 30_000);
  const amounts = await Promise.all(
    accounts.map(({ accountId }) => readAmounts(fleet.databaseUrl, accountId)),
  );
  expect(amounts.reduce((sum, { spent }) => sum + spent, 0)).toBe(calls * promptPrice);
}
