import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { detachPeriod, dropDetachedPeriod, listMissingPartitions, listOldDays } from "./partitions.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

const monthAhead = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString().slice(0, 7);
};
const listMissing = (monthsAhead: number) =>
  listMissingPartitions(clone.database, { monthsAhead, daysAhead: 7 });
const nameOf = (table: string, months: number) => `${table}_${monthAhead(months).replace("-", "_")}`;

/** Runs work while another session is in the middle of a transaction that has read and written the ledger. */
async function duringCall(work: () => Promise<unknown>): Promise<void> {
  await clone
    .connect("call", 1)
    .transaction()
    .execute(async (call) => {
      await sql`select count(*) from ledger_entry`.execute(call);
      await sql`insert into ledger_entry (account_id, kind, amount) values (gen_random_uuid(), 'grant', 1)`.execute(
        call,
      );
      await work();
    });
}

it("are listed when they are missing, and created while a call has used the table", async () => {
  expect(await listMissing(3)).toEqual([]);
  for (const table of ["usage_hour", "ledger_entry"]) await clone.query(`drop table ${nameOf(table, 3)}`);
  expect(await listMissing(3)).toEqual([nameOf("ledger_entry", 3), nameOf("usage_hour", 3)]);
  expect(await listMissing(2)).toEqual([]);
  await duringCall(async () => {
    const creator = clone.connect("creator", 1);
    await creator.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '500ms'`.execute(transaction);
      await sql`select create_month_partitions(3)`.execute(transaction);
    });
  });
  expect(await listMissing(3)).toEqual([]);
  const indexes = await clone.query<{ valid: boolean }>(
    `select i.indisvalid as valid from pg_index i where i.indrelid = to_regclass($1)`,
    [nameOf("ledger_entry", 3)],
  );
  expect(indexes.map(({ valid }) => valid)).toEqual([true, true]);
});

it("are finished when a detach was interrupted", async () => {
  const month = monthAhead(3);
  const reader = clone.connect("reader", 1);
  await reader.transaction().execute(async (transaction) => {
    await sql`select count(*) from usage_hour`.execute(transaction);
    const impatient = clone.connect("impatient", 1);
    await sql`set statement_timeout = '300ms'`.execute(impatient);
    await expect(detachPeriod(impatient, "usage_hour", month)).rejects.toThrow(/timeout/);
  });
  const isPending = () =>
    clone.query("select 1 from pg_inherits where inhdetachpending and inhrelid = to_regclass($1)", [
      nameOf("usage_hour", 3),
    ]);
  expect(await isPending()).toHaveLength(1);
  await detachPeriod(clone.database, "usage_hour", month);
  await detachPeriod(clone.database, "usage_hour", month);
  await dropDetachedPeriod(clone.database, "usage_hour", month);
  await dropDetachedPeriod(clone.database, "usage_hour", month);
  expect(await listMissing(3)).toEqual([nameOf("usage_hour", 3)]);
});

it("of days are listed when they are missing, created, and listed again when they are old", async () => {
  const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const partition = (table: string, days: number) => `${table}_${dayAhead(days).replaceAll("-", "_")}`;
  await clone.query("select create_month_partitions(3)");
  for (const table of ["request_log", "request_body"]) await clone.query(`drop table ${partition(table, 7)}`);
  expect(await listMissing(3)).toEqual([partition("request_body", 7), partition("request_log", 7)]);
  await clone.query("select create_day_partitions(7)");
  expect(await listMissing(3)).toEqual([]);
  for (const [days, next] of [
    [-40, -39],
    [-31, -30],
    [-30, -29],
  ] as const)
    await clone.query(
      `create table ${partition("request_log", days)} partition of request_log
       for values from ('${dayAhead(days)} 00:00Z') to ('${dayAhead(next)} 00:00Z')`,
    );
  expect(await listOldDays(clone.database, "request_log", 30)).toEqual([dayAhead(-40), dayAhead(-31)]);
  await detachPeriod(clone.database, "request_log", dayAhead(-40));
  expect(await listOldDays(clone.database, "request_log", 30)).toEqual([dayAhead(-40), dayAhead(-31)]);
  await dropDetachedPeriod(clone.database, "request_log", dayAhead(-40));
  expect(await listOldDays(clone.database, "request_log", 30)).toEqual([dayAhead(-31)]);
});
