import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";

export interface LedgerPosition {
  createdAt: string;
  entryId: number;
}

type LedgerKind = Schema["ledger_entry"]["kind"];

export interface LedgerFilter {
  kind?: LedgerKind | undefined;
  operation?: string | undefined;
  keyId?: string | undefined;
  requestId?: string | undefined;
}

export function listLedgerRows(
  database: Database,
  accountId: string,
  limit: number,
  after?: LedgerPosition,
  { kind, operation, keyId, requestId }: LedgerFilter = {},
) {
  let query = database
    .selectFrom("ledger_entry")
    .select(["entry_id", "kind", "amount", "operation", "request_id", "key_id", "note", "created_at"])
    // JavaScript dates end at milliseconds; a cursor must keep the microseconds.
    .select(sql<string>`(created_at at time zone 'UTC')::text`.as("exact_created_at"))
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("entry_id", "desc")
    .limit(limit);
  if (kind) query = query.where("kind", "=", kind);
  if (operation) query = query.where("operation", "=", operation);
  if (keyId) query = query.where("key_id", "=", keyId);
  if (requestId) query = query.where("request_id", "=", requestId);
  if (after) {
    query = query.where(
      sql<boolean>`(created_at, entry_id) < ((${after.createdAt}::text::timestamp at time zone 'UTC'), ${after.entryId}::bigint)`,
    );
  }
  return query.execute();
}

export interface LedgerMismatch {
  accountId: string;
  problem: string;
}

/** Amounts of all accounts together, in 1/100 credits. */
export interface LedgerTotals {
  granted: Centicredits;
  balance: Centicredits;
  held: Centicredits;
  spent: Centicredits;
}

/**
 * Adds up all accounts, and counts those that violate the invariant or whose held amount is not the sum of their holds.
 * Cheap enough for a metric.
 */
export async function measureLedger(database: Database): Promise<LedgerTotals & { accountsOff: number }> {
  const { rows } = await sql<LedgerTotals & { accountsOff: number }>`
    select count(*) filter (
        where a.granted <> a.balance + a.held + a.spent or a.held <> coalesce(h.amount, 0)
      )::int as "accountsOff",
      coalesce(sum(granted), 0)::float8 as granted, coalesce(sum(balance), 0)::float8 as balance,
      coalesce(sum(held), 0)::float8 as held, coalesce(sum(spent), 0)::float8 as spent
    from account a
    left join (select account_id, sum(amount) as amount from hold group by account_id) h using (account_id)`.execute(
    database,
  );
  return rows[0] ?? { accountsOff: 0, granted: 0, balance: 0, held: 0, spent: 0 };
}

/** Checks every account against its ledger entries and open holds, in one consistent snapshot. */
export async function verifyLedger(
  database: Database,
): Promise<{ accounts: number; mismatches: LedgerMismatch[] }> {
  const { rows } = await sql<{ account_id: string; problem: string | null }>`
    select a.account_id, nullif(concat_ws('; ',
      case when a.granted <> a.balance + a.held + a.spent
        then format('granted %s is not balance %s + held %s + spent %s', a.granted, a.balance, a.held, a.spent) end,
      case when a.granted <> coalesce(l.granted, 0) then format('granted %s, ledger says %s', a.granted, coalesce(l.granted, 0)) end,
      case when a.spent <> coalesce(l.spent, 0) then format('spent %s, ledger says %s', a.spent, coalesce(l.spent, 0)) end,
      case when a.held <> coalesce(l.held, 0) then format('held %s, ledger says %s', a.held, coalesce(l.held, 0)) end,
      case when a.held <> coalesce(h.amount, 0) then format('held %s, open holds say %s', a.held, coalesce(h.amount, 0)) end
    ), '') as problem
    from account a
    left join (select account_id, sum(amount) as amount from hold group by account_id) h using (account_id)
    left join (
      select account_id,
        coalesce(sum(amount) filter (where kind = 'grant'), 0)
          - coalesce(sum(amount) filter (where kind = 'reclaim'), 0) as granted,
        sum(amount) filter (where kind = 'capture') as spent,
        coalesce(sum(amount) filter (where kind = 'hold'), 0)
          - coalesce(sum(amount) filter (where kind in ('capture', 'release')), 0) as held
      from ledger_entry group by account_id
    ) l using (account_id)`.execute(database);
  return {
    accounts: rows.length,
    mismatches: rows.flatMap(({ account_id, problem }) =>
      problem ? [{ accountId: account_id, problem }] : [],
    ),
  };
}

export async function createMonthPartitions(database: Database, monthsAhead: number): Promise<number> {
  const { rows } = await sql<{
    created: number;
  }>`select create_month_partitions(${monthsAhead}::integer) as created`.execute(database);
  return rows[0]?.created ?? 0;
}
