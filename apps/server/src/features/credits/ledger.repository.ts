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

/** Lists the detached months in which the account has entries, newest first, between two moments in UTC. */
export async function listArchivedMonths(
  database: Database,
  accountId: string,
  { before, after }: { before?: string | undefined; after?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(s.month, 'YYYY-MM') as month from ledger_seal s
    join ledger_account_seal a on a.month = s.month and a.account_id = ${accountId}::uuid
    where s.detached_at is not null and s.month < coalesce(${before ?? null}::text::timestamp, 'infinity')
      and s.month + interval '1 month' > coalesce(${after ?? null}::text::timestamp, '-infinity')
    order by s.month desc`.execute(database);
  return rows.map(({ month }) => month);
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
 * Adds up all accounts, and counts those that violate the invariant or whose held amount is not the sum of their holds, or
 * that the last check of the ledger found. Reads no entries: cheap enough for a metric.
 */
export async function measureLedger(database: Database): Promise<LedgerTotals & { accountsOff: number }> {
  const { rows } = await sql<LedgerTotals & { accountsOff: number }>`
    select greatest(
        count(*) filter (where a.granted <> a.balance + a.held + a.spent or a.held <> coalesce(h.amount, 0)),
        (select jsonb_array_length(mismatches) from ledger_check order by check_id desc limit 1)
      )::int as "accountsOff",
      coalesce(sum(granted), 0)::float8 as granted, coalesce(sum(balance), 0)::float8 as balance,
      coalesce(sum(held), 0)::float8 as held, coalesce(sum(spent), 0)::float8 as spent
    from account a
    left join (select account_id, sum(amount) as amount from hold group by account_id) h using (account_id)`.execute(
    database,
  );
  return rows[0] ?? { accountsOff: 0, granted: 0, balance: 0, held: 0, spent: 0 };
}

export async function createMonthPartitions(database: Database, monthsAhead: number): Promise<number> {
  const { rows } = await sql<{
    created: number;
  }>`select create_month_partitions(${monthsAhead}::integer) as created`.execute(database);
  return rows[0]?.created ?? 0;
}
