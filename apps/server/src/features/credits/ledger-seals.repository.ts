import { sql } from "kysely";
import { type CleanUpRound, fitBatch } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { namePartition } from "../../platform/database/partitions.ts";
import type { LedgerMismatch } from "./ledger.repository.ts";

const batchInMs = 20;
const maxEntriesPerBatch = 20_000;

export interface LedgerMonth {
  /** Such as 2026-01. */
  month: string;
  /** Open months change; sealed months are added up; the entries of detached months are in a file. */
  state: "open" | "sealed" | "detached";
  entries: number | null;
  verifiedAt: Date | null;
  /** SHA-256 of the newest export, in hex. */
  fileSha256: string | null;
}

/** Lists the months of the ledger, oldest first. */
export async function listLedgerMonths(database: Database): Promise<LedgerMonth[]> {
  const { rows } = await sql<LedgerMonth>`
    select to_char(month, 'YYYY-MM') as month,
      case when s.detached_at is not null then 'detached' when s.sealed_at is not null then 'sealed' else 'open' end as state,
      case when s.sealed_at is not null then s.entries end as entries, s.verified_at as "verifiedAt",
      encode(s.file_sha256, 'hex') as "fileSha256"
    from ledger_month full join ledger_seal s using (month) order by month`.execute(database);
  return rows;
}

/**
 * Seals the months that are over, oldest first, until the round is over; returns the months that are sealed now. A month is
 * sealed a day after its end: an entry belongs to the month in which its transaction began, and none lasts that long.
 */
export async function sealLedgerMonths(database: Database, round: CleanUpRound): Promise<string[]> {
  const sealed: string[] = [];
  while (!round.isOver()) {
    const { rows } = await sql<{ month: string }>`
      select to_char(min(m.month), 'YYYY-MM') as month from ledger_month m
      where m.month + interval '1 month 1 day' < now() at time zone 'UTC'
        and not exists (select from ledger_seal s where s.month = m.month and s.sealed_at is not null)`.execute(
      database,
    );
    const month = rows[0]?.month;
    if (!month || !(await sealMonth(database, round, month))) break;
    sealed.push(month);
  }
  return sealed;
}

/** Returns false when the round is over before the month is sealed. */
async function sealMonth(database: Database, round: CleanUpRound, month: string): Promise<boolean> {
  for (let limit = maxEntriesPerBatch / 20; !round.isOver(); ) {
    const startedAt = performance.now();
    const { rows } = await sql<{ isSealed: boolean }>`
      select seal_ledger_entries(${toDate(month)}, ${limit}::integer) as "isSealed"`.execute(database);
    if (rows[0]?.isSealed) return true;
    const elapsedInMs = performance.now() - startedAt;
    limit = fitBatch(limit, elapsedInMs, { ms: batchInMs, maxRows: maxEntriesPerBatch });
    await round.rest(elapsedInMs);
  }
  return false;
}

const toDate = (month: string) => sql`${`${month}-01`}::text::date`;

/**
 * Adds up every entry of a sealed month again and compares it with the seal: also a wrong entry that changes no sum is found.
 * Works in ranges of accounts, so that no statement takes long.
 */
export async function verifySealedMonth(
  database: Database,
  round: CleanUpRound,
  month: string,
  table = namePartition("ledger_entry", month),
): Promise<LedgerMismatch[]> {
  const mismatches: LedgerMismatch[] = [];
  for (let after: string | null = null; ; ) {
    if (round.isOver()) return mismatches;
    const startedAt = performance.now();
    const last: string | null = await findRangeEnd(database, month, after);
    mismatches.push(...(await compareRange(database, { month, table, after, last })));
    after = last;
    if (last === null) break;
    await round.rest(performance.now() - startedAt);
  }
  if (mismatches.length === 0)
    await sql`update ledger_seal set verified_at = now() where month = ${toDate(month)}`.execute(database);
  return mismatches;
}

/** The account with which a range of some thousand entries ends; null for the last range. */
async function findRangeEnd(database: Database, month: string, after: string | null): Promise<string | null> {
  const { rows } = await sql<{ last: string }>`
    select account_id::text as last from (
      select account_id, sum(entries) over (order by account_id) as entries_so_far from ledger_account_seal
      where month = ${toDate(month)} and ${beyond(after)} order by account_id limit 20000
    ) s where entries_so_far >= ${sql.lit(maxEntriesPerBatch)} order by account_id limit 1`.execute(database);
  return rows[0]?.last ?? null;
}

const beyond = (after: string | null) => (after ? sql`account_id > ${after}::uuid` : sql`true`);

async function compareRange(
  database: Database,
  { month, table, after, last }: { month: string; table: string; after: string | null; last: string | null },
): Promise<LedgerMismatch[]> {
  const inRange = sql`${beyond(after)} and ${last ? sql`account_id <= ${last}::uuid` : sql`true`}`;
  const { rows } = await sql<{ accountId: string; entries: number; sealed: number }>`
    select account_id as "accountId", coalesce(e.entries, 0) as entries, coalesce(s.entries, 0) as sealed
    from (
      select account_id, count(*) as entries, bit_xor(hash_ledger_entry(
        account_id, created_at, entry_id, kind, amount, operation, request_id, key_id, hold_id, note)) as checksum
      from ${sql.table(table)} where ${inRange} group by account_id
    ) e full join (
      select account_id, entries, checksum from ledger_account_seal where month = ${toDate(month)} and ${inRange}
    ) s using (account_id)
    where e.entries is distinct from s.entries or e.checksum is distinct from s.checksum`.execute(database);
  return rows.map(({ accountId, entries, sealed }) => ({
    accountId,
    problem:
      entries === sealed
        ? `an entry of ${month} was changed after the month was sealed`
        : `${month} has ${entries} entries, ${sealed} were sealed`,
  }));
}
