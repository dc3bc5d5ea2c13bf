import { sql } from "kysely";
import type { Database } from "./database.ts";

/** The tables that are partitioned by month. `create_month_partitions` creates their partitions. */
export const monthlyTables = ["ledger_entry", "usage_hour", "request_hour"] as const;
/** The tables that are partitioned by day. `create_day_partitions` creates their partitions. */
export const dailyTables = ["request_log", "request_body"] as const;

export type MonthlyTable = (typeof monthlyTables)[number];
export type DailyTable = (typeof dailyTables)[number];

/** The name of a partition; the period is written as 2026-01 or 2026-01-31. */
export function namePartition(table: MonthlyTable | DailyTable, period: string): string {
  return `${table}_${period.replaceAll("-", "_")}`;
}

/** Lists the partitions that should exist from this month and from today on and do not. */
export async function listMissingPartitions(
  database: Database,
  { monthsAhead, daysAhead }: { monthsAhead: number; daysAhead: number },
): Promise<string[]> {
  const toArray = (names: readonly string[]) =>
    sql.raw(`array[${names.map((name) => `'${name}'`).join(", ")}]`);
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name_of || to_char((now() at time zone 'UTC') + make_interval(months => ahead), '_YYYY_MM') as name
      from unnest(${toArray(monthlyTables)}) as parent(name_of) cross join generate_series(0, ${monthsAhead}::integer) as ahead
      union all
      select name_of || to_char((now() at time zone 'UTC') + make_interval(days => ahead), '_YYYY_MM_DD')
      from unnest(${toArray(dailyTables)}) as parent(name_of) cross join generate_series(0, ${daysAhead}::integer) as ahead
    ) wanted
    where not exists (select from pg_inherits i where i.inhrelid = to_regclass(name)) order by name`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}

/** Lists the months of a table that are over for more than this many months, with their partitions or what is left of them. */
export function listOldMonths(
  database: Database,
  table: MonthlyTable,
  olderThanMonths: number,
): Promise<string[]> {
  const oldest = sql`to_char((now() at time zone 'UTC') - make_interval(months => ${olderThanMonths}::integer), 'YYYY_MM')`;
  return listPeriodsBefore(database, `^${table}_([0-9]{4}_[0-9]{2})$`, oldest);
}

/** As `listOldMonths`, with days. */
export function listOldDays(database: Database, table: DailyTable, olderThanDays: number): Promise<string[]> {
  const oldest = sql`to_char((now() at time zone 'UTC') - make_interval(days => ${olderThanDays}::integer), 'YYYY_MM_DD')`;
  return listPeriodsBefore(database, `^${table}_([0-9]{4}_[0-9]{2}_[0-9]{2})$`, oldest);
}

async function listPeriodsBefore(
  database: Database,
  namePattern: string,
  oldest: ReturnType<typeof sql>,
): Promise<string[]> {
  const { rows } = await sql<{ period: string }>`
    select replace(period, '_', '-') as period from (
      select (regexp_match(c.relname::text, ${namePattern}::text))[1] as period from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    ) found
    where period < ${oldest} order by 1`.execute(database);
  return rows.map(({ period }) => period);
}

/**
 * Takes a month or a day out of its table; its rows stay in a table of their own. Calls continue meanwhile: DETACH CONCURRENTLY
 * takes no lock that they wait for. One that was interrupted is finished, and one that is done is left alone.
 */
export async function detachPeriod(
  database: Database,
  table: MonthlyTable | DailyTable,
  period: string,
): Promise<void> {
  const partition = namePartition(table, period);
  const { rows } = await sql<{ isPending: boolean }>`
    select inhdetachpending as "isPending" from pg_inherits where inhrelid = to_regclass(${partition})`.execute(
    database,
  );
  if (!rows[0]) return;
  const how = rows[0].isPending ? sql`finalize` : sql`concurrently`;
  await sql`alter table ${sql.table(table)} detach partition ${sql.table(partition)} ${how}`.execute(
    database,
  );
}

/** Drops the table of a month or a day that was taken out. */
export async function dropDetachedPeriod(
  database: Database,
  table: MonthlyTable | DailyTable,
  period: string,
): Promise<void> {
  await sql`drop table if exists ${sql.table(namePartition(table, period))}`.execute(database);
}
