import type { Centicredits } from "@mintwright/api-contract";
import type { UsageGrouping } from "@mintwright/api-contract/dashboard";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Days in UTC, both included. */
export interface DayRange {
  from: string;
  to: string;
}

export interface UsageSums {
  requests: number;
  client_errors: number;
  server_errors: number;
  spent: Centicredits;
  latencies: number[] | null;
}

export interface UsageRow extends UsageSums {
  day: string;
  key_id: string;
  key_name: string | null;
  operation: string;
  model: string;
}

/**
 * Usage by day, key, operation and model. What was spent is in usage_hour, which knows no models; what request_hour knows of it
 * is attributed to its model. The rest was captured by work that continued after its request, or before requests were counted
 * by hour, and has no model.
 */
function everyRow(accountId: string, { from, to }: DayRange): RawBuilder<unknown> {
  const inRange = sql`
    account_id = ${accountId}::uuid and hour >= ${from}::text::timestamp at time zone 'UTC'
      and hour < (${to}::text::timestamp + interval '1 day') at time zone 'UTC'`;
  const day = sql`to_char(hour at time zone 'UTC', 'YYYY-MM-DD')`;
  return sql`
    with counted as (
      select ${day} as day, key_id, operation, model, sum(requests) as requests, sum(client_errors) as client_errors,
        sum(server_errors) as server_errors, sum(charged) as spent, sum_counts(latencies) as latencies
      from request_hour where ${inRange} group by 1, 2, 3, 4
    ),
    booked as (
      select ${day} as day, key_id, operation, sum(requests) as requests, sum(spent) as spent
      from usage_hour where ${inRange} group by 1, 2, 3
    ),
    every as (
      select day, key_id, operation, model, requests, client_errors, server_errors, spent, latencies from counted
      union all
      select b.day, b.key_id, b.operation, '', greatest(b.requests - coalesce(c.requests, 0), 0), 0, 0,
        b.spent - coalesce(c.spent, 0), null
      from booked b left join (
        select day, key_id, operation, sum(requests) as requests, sum(spent) as spent from counted group by 1, 2, 3
      ) c using (day, key_id, operation)
      where b.spent <> coalesce(c.spent, 0) or b.requests > coalesce(c.requests, 0)
    )`;
}

const sums = sql`
  sum(requests)::bigint as requests, sum(client_errors)::bigint as client_errors, sum(server_errors)::bigint as server_errors,
  sum(spent)::bigint as spent, to_json(sum_counts(latencies)) as latencies`;

const groupColumns = {
  operation: sql`operation`,
  key: sql`key_id::text`,
  model: sql`model`,
  day: sql`day`,
} satisfies Record<UsageGrouping, RawBuilder<unknown>>;

/** Sums usage by day and group. */
export async function sumUsage(
  database: Database,
  accountId: string,
  range: DayRange,
  groupBy: UsageGrouping,
): Promise<(UsageSums & { day: string; group: string })[]> {
  const { rows } = await sql<UsageSums & { day: string; group: string }>`
    ${everyRow(accountId, range)}
    select day, ${groupColumns[groupBy]} as "group", ${sums} from every group by 1, 2 order by 1, 2`.execute(
    database,
  );
  return rows;
}

/** Lists the usage of one day by key, operation and model. */
export async function listUsageOfDay(
  database: Database,
  accountId: string,
  day: string,
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    ${everyRow(accountId, { from: day, to: day })},
    summed as (select day, key_id, operation, model, ${sums} from every group by 1, 2, 3, 4)
    select s.day, s.key_id::text, k.name as key_name, s.operation, s.model, s.requests, s.client_errors, s.server_errors,
      s.spent, s.latencies
    from summed s left join api_key k on k.account_id = ${accountId}::uuid and k.key_id = s.key_id
    order by s.key_id, s.operation, s.model`.execute(database);
  return rows;
}

/** Returns the names of the account's keys by their id. */
export async function listKeyNames(database: Database, accountId: string): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom("api_key")
    .select(["key_id", "name"])
    .where("account_id", "=", accountId)
    .execute();
  return new Map(rows.map(({ key_id, name }) => [key_id, name]));
}
