import { sql } from "kysely";
import type { Database } from "./database.ts";

/** The tables that are partitioned by month. `create_month_partitions` creates their partitions. */
export const monthlyTables = ["ledger_entry", "usage_hour"] as const;

type MonthlyTable = (typeof monthlyTables)[number];

/** The name of a partition; the month is written as 2026-01. */
export function namePartition(table: MonthlyTable, month: string): string {
  return `${table}_${month.replace("-", "_")}`;
}

/** Lists the partitions that should exist from this month on and do not. */
export async function listMissingPartitions(database: Database, monthsAhead: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${sql.raw(`array[${monthlyTables.map((name) => `'${name}'`).join(", ")}]`)}) as parent(name_of)
    cross join generate_series(0, ${monthsAhead}::integer) as ahead(months)
    cross join lateral (
      select name_of || to_char((now() at time zone 'UTC') + make_interval(months => months), '_YYYY_MM') as name
    ) wanted
    where not exists (select from pg_inherits i where i.inhrelid = to_regclass(name)) order by name`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}

/** Lists the months of a table that are over for more than this many months, with their partitions or what is left of them. */
export async function listOldMonths(
  database: Database,
  table: MonthlyTable,
  olderThanMonths: number,
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select replace(right(c.relname, 7), '_', '-') as month from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname ~ ${`^${table}_[0-9]{4}_[0-9]{2}$`}
      and right(c.relname, 7) < to_char(
        (now() at time zone 'UTC') - make_interval(months => ${olderThanMonths}::integer), 'YYYY_MM')
    order by 1`.execute(database);
  return rows.map(({ month }) => month);
}

/**
 * Takes a month out of its table; its rows stay in a table of their own. Calls continue meanwhile: DETACH CONCURRENTLY takes
 * no lock that they wait for. One that was interrupted is finished, and one that is done is left alone.
 */
export async function detachMonth(database: Database, table: MonthlyTable, month: string): Promise<void> {
  const partition = namePartition(table, month);
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

/** Drops the table of a month that was taken out. */
export async function dropDetachedMonth(
  database: Database,
  table: MonthlyTable,
  month: string,
): Promise<void> {
  await sql`drop table if exists ${sql.table(namePartition(table, month))}`.execute(database);
}
