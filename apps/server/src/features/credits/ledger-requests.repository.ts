import { type Centicredits, type LedgerEntry, shownLedgerEntries } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { LedgerFilter, LedgerPosition } from "./ledger.repository.ts";

/** A page looks at no more entries than this, so that a caller who gives every call the same id cannot make it slow. */
const maxScannedEntries = 20_000;
/** The highest entry id is among these newest entries: concurrent transactions order times and ids differently. */
const newestEntries = 200;

export interface GroupedEntry {
  id: string;
  kind: LedgerEntry["kind"];
  amount: Centicredits;
  createdAt: string;
}

export interface LedgerGroup {
  entry_id: number;
  kind: LedgerEntry["kind"];
  operation: string | null;
  request_id: string | null;
  key_id: string | null;
  note: string | null;
  created_at: Date;
  exact_created_at: string;
  updated_at: Date;
  entry_count: number;
  granted: Centicredits;
  held: Centicredits;
  captured: Centicredits;
  released: Centicredits;
  reclaimed: Centicredits;
  entries: GroupedEntry[];
}

/**
 * The state of the ledger that all pages of one list show. Ids are given out under the account's lock, so of the last minutes
 * an entry with a higher id came later. Older entries count whatever their id: an account that was moved brings ids along.
 */
export interface LedgerSnapshot {
  lastEntryId: number;
  /** Time of the newest entry, in UTC. */
  newestAt: string;
}

export async function getLedgerSnapshot(
  database: Database,
  accountId: string,
): Promise<LedgerSnapshot & { balance: Centicredits }> {
  const { rows } = await sql<LedgerSnapshot & { balance: Centicredits }>`
    select a.balance, n."lastEntryId", n."newestAt" from account a cross join lateral (
      select coalesce(max(entry_id), 0) as "lastEntryId",
        coalesce((max(created_at) at time zone 'UTC')::text, '1970-01-01 00:00:00') as "newestAt"
      from (
        select entry_id, created_at from ledger_entry where account_id = a.account_id
        order by created_at desc, entry_id desc limit ${sql.lit(newestEntries)}
      ) newest) n
    where a.account_id = ${accountId}`.execute(database);
  return rows[0] ?? { balance: 0, lastEntryId: 0, newestAt: "1970-01-01 00:00:00" };
}

/** Transactions that were open at the time of the newest entry have ended this much later. */
const longestTransaction = sql.lit("5 minutes");

const isInSnapshot = (entry: string, { lastEntryId, newestAt }: LedgerSnapshot) => {
  const [id, time] = [sql.ref(`${entry}.entry_id`), sql.ref(`${entry}.created_at`)];
  const newest = sql`(${newestAt}::text::timestamp at time zone 'UTC')`;
  return sql`(${time} < ${newest} - interval ${longestTransaction} or ${id} <= ${lastEntryId} and ${time} <= ${newest})`;
};

/**
 * Lists requests by their first entry, newest first, with the sums of all their entries. An entry without a request is a
 * group of its own. The scalar subquery keeps the plan a nested loop that ends with the page.
 */
export async function listLedgerGroups(
  database: Database,
  accountId: string,
  page: { limit: number; after?: LedgerPosition | undefined; snapshot: LedgerSnapshot } & LedgerFilter,
): Promise<LedgerGroup[]> {
  const { limit, after, snapshot, kind, operation, keyId, requestId } = page;
  const { rows } = await sql<LedgerGroup>`
    select f.entry_id, f.kind, f.operation, f.request_id, f.key_id, f.note, f.created_at,
      (f.created_at at time zone 'UTC')::text as exact_created_at, g.*
    from (
      select e.* from (${scanEntries(accountId, { after, snapshot, operation, keyId, requestId })}) e
      where (
          select h.entry_id from ledger_entry h
          where h.account_id = ${accountId} and h.request_id = e.request_id and ${isInSnapshot("h", snapshot)}
            and h.created_at <= e.created_at and (h.created_at, h.entry_id) < (e.created_at, e.entry_id)
          limit 1
        ) is null
        ${
          kind
            ? sql`and (e.kind = ${kind} or (
          select h.entry_id from ledger_entry h
          where h.account_id = ${accountId} and h.request_id = e.request_id and h.kind = ${kind}
            and ${isInSnapshot("h", snapshot)} limit 1
        ) is not null)`
            : sql``
        }
      order by e.created_at desc, e.entry_id desc limit ${limit}
    ) f
    cross join lateral (
      select max(m.created_at) as updated_at, count(*) as entry_count,
        coalesce(sum(m.amount) filter (where m.kind = 'grant'), 0)::bigint as granted,
        coalesce(sum(m.amount) filter (where m.kind = 'hold'), 0)::bigint as held,
        coalesce(sum(m.amount) filter (where m.kind = 'capture'), 0)::bigint as captured,
        coalesce(sum(m.amount) filter (where m.kind = 'release'), 0)::bigint as released,
        coalesce(sum(m.amount) filter (where m.kind = 'reclaim'), 0)::bigint as reclaimed,
        to_json((array_agg(json_build_object('id', m.entry_id::text, 'kind', m.kind, 'amount', m.amount,
          'createdAt', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by m.created_at desc, m.entry_id desc))[1:${sql.lit(shownLedgerEntries)}]) as entries
      from (
        select f.entry_id, f.created_at, f.kind, f.amount where f.request_id is null
        union all
        select o.entry_id, o.created_at, o.kind, o.amount from ledger_entry o
        where o.account_id = ${accountId} and o.request_id = f.request_id and ${isInSnapshot("o", snapshot)}
      ) m
    ) g
    order by f.created_at desc, f.entry_id desc`.execute(database);
  return rows;
}

/** Finds where the next page goes on when this one ended because it had looked at enough entries. */
export async function findScanEnd(
  database: Database,
  accountId: string,
  page: { after?: LedgerPosition | undefined; snapshot: LedgerSnapshot } & LedgerFilter,
): Promise<LedgerPosition | undefined> {
  const { rows } = await sql<LedgerPosition>`
    select (e.created_at at time zone 'UTC')::text as "createdAt", e.entry_id as "entryId"
    from (${scanEntries(accountId, page)}) e offset ${sql.lit(maxScannedEntries - 1)}`.execute(database);
  return rows[0];
}

function scanEntries(
  accountId: string,
  page: { after?: LedgerPosition | undefined; snapshot: LedgerSnapshot } & LedgerFilter,
) {
  const { after, snapshot, operation, keyId, requestId } = page;
  return sql`
    select * from ledger_entry
    where account_id = ${accountId} and ${isInSnapshot("ledger_entry", snapshot)}
      ${operation ? sql`and operation = ${operation}` : sql``}
      ${keyId ? sql`and key_id = ${keyId}` : sql``}
      ${requestId ? sql`and request_id = ${requestId}` : sql``}
      ${
        after
          ? sql`and (created_at, entry_id) < ((${after.createdAt}::text::timestamp at time zone 'UTC'), ${after.entryId}::bigint)`
          : sql``
      }
    order by created_at desc, entry_id desc limit ${sql.lit(maxScannedEntries)}`;
}
