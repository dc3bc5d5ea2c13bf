import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export interface UsageSummary {
  rows: { day: string; requests: number; spent: Centicredits }[];
  operations: string[];
  keys: { id: string; name: string | null }[];
}

/** Sums the account's usage by day, and lists the operations and keys of these days. */
export async function summarizeUsage(
  database: Database,
  accountId: string,
  days: number,
): Promise<UsageSummary> {
  const { rows } = await sql<UsageSummary>`
    with used as materialized (
      select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, operation, key_id, requests, spent from usage_hour
      where account_id = ${accountId}::uuid
        and hour >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${days - 1}::integer)
    ),
    by_day as (select day, sum(requests)::bigint as requests, sum(spent)::bigint as spent from used group by day),
    used_keys as (
      select u.key_id as id, k.name from (select distinct key_id from used) u
      left join api_key k on k.account_id = ${accountId}::uuid and k.key_id = u.key_id
    )
    select coalesce((select json_agg(d order by d.day) from by_day d), '[]') as rows,
      coalesce((select json_agg(distinct operation) from used), '[]') as operations,
      coalesce((select json_agg(k order by k.name, k.id) from used_keys k), '[]') as keys`.execute(database);
  return rows[0] ?? { rows: [], operations: [], keys: [] };
}

export interface RecentSpending {
  today: Centicredits;
  thisMonth: Centicredits;
  last7Days: Centicredits;
}

/** Reads the spending of today, this month and the last seven days, in UTC. */
export async function getRecentSpending(database: Database, accountId: string): Promise<RecentSpending> {
  const { rows } = await sql<{ today: number; this_month: number; last_7_days: number }>`
    with moments as (
      select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as today,
        date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as month
    )
    select coalesce(sum(spent) filter (where hour >= m.today), 0)::bigint as today,
      coalesce(sum(spent) filter (where hour >= m.month), 0)::bigint as this_month,
      coalesce(sum(spent) filter (where hour >= now() - interval '7 days'), 0)::bigint as last_7_days
    from moments m left join usage_hour u
      on u.account_id = ${accountId} and u.hour >= least(m.month, now() - interval '7 days')`.execute(
    database,
  );
  const [row] = rows;
  return { today: row?.today ?? 0, thisMonth: row?.this_month ?? 0, last7Days: row?.last_7_days ?? 0 };
}

export async function listSpentByKey(
  database: Database,
  accountId: string,
): Promise<Map<string, Centicredits>> {
  const { rows } = await sql<{ key_id: string; spent: number }>`
    select key_id::text, sum(spent)::bigint as spent from usage_hour
    where account_id = ${accountId} and hour >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
    group by key_id`.execute(database);
  return new Map(rows.map((row) => [row.key_id, row.spent]));
}
