import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export interface UsageOfDay {
  day: string;
  operation: string;
  keyId: string;
  keyName: string | null;
  requests: number;
  spent: Centicredits;
}

/** Sums the account's usage by day, operation and key. Bounded, because it reads hourly totals of a few days. */
export async function listUsage(database: Database, accountId: string, days: number): Promise<UsageOfDay[]> {
  const { rows } = await sql<{
    day: string;
    operation: string;
    key_id: string;
    key_name: string | null;
    requests: number;
    spent: number;
  }>`
    select to_char(u.hour at time zone 'UTC', 'YYYY-MM-DD') as day, u.operation, u.key_id::text, k.name as key_name,
      sum(u.requests)::bigint as requests, sum(u.spent)::bigint as spent
    from usage_hour u left join api_key k on k.account_id = u.account_id and k.key_id = u.key_id
    where u.account_id = ${accountId}
      and u.hour >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${days - 1}::integer)
    group by 1, 2, 3, 4 order by 1, 2, 3
    limit 20000`.execute(database);
  return rows.map((row) => ({
    day: row.day,
    operation: row.operation,
    keyId: row.key_id,
    keyName: row.key_name,
    requests: row.requests,
    spent: row.spent,
  }));
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
