import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

interface Column {
  name: string;
  type: string;
  kind: string;
}

/** Values for columns whose constraint takes no other. */
const checkedValues: Record<string, string> = {
  "account_place.kind": "'pages'",
  "collection_drop.price": "'1'",
  "invitation.id": "gen_random_uuid()::text",
  "invitation.role": "'viewer'",
  "library_item.kind": "'image'",
  "ledger_account_seal.month": "'9999-01-01'",
  "payment_reversal.kind": "'refund'",
  "spend_alert.kind": "'day'",
};

/** Tables to which rows of a request are added some seconds after it. */
export const writtenLater = ["request_log", "request_body", "request_hour"];

/** Lists the tables with an account column, as they are today: a new one needs no change here. */
export async function listOwnedTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join pg_class p on p.oid = c.table_name::regclass and p.relkind in ('r', 'p') and not p.relispartition
    where c.table_schema = 'public' and c.column_name = 'account_id' order by 1`.execute(database);
  return rows.map(({ name }) => name);
}

/** Counts the account's rows in every table that has some. */
export async function countOwnedRows(database: Database, accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await listOwnedTables(database)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where account_id = ${accountId}`.execute(database);
    if (rows[0]?.count) counts[table] = rows[0].count;
  }
  return counts;
}

/** Lists the tables with a row in which one of the texts occurs, in whatever column. */
export async function findMentions(database: Database, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`.execute(
    database,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t
      where t::text ilike any (array[${sql.join(texts.map((text) => `%${text}%`))}]) limit 1`.execute(
      database,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Gives the account a row in every table that has an account column and none of its rows yet. */
export async function fillOwnedTables(database: Database, accountId: string): Promise<void> {
  const filled = await countOwnedRows(database, accountId);
  for (const table of await listOwnedTables(database)) {
    if (filled[table]) continue;
    const { rows: columns } = await sql<Column>`
      select column_name as name, data_type as type, udt_name as kind from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name <> 'account_id'
        and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`.execute(
      database,
    );
    const names = ["account_id", ...columns.map(({ name }) => name)];
    const values = [
      `'${accountId}'`,
      ...columns.map((column) => checkedValues[`${table}.${column.name}`] ?? writeValue(column)),
    ];
    await database.transaction().execute(async (transaction) => {
      // Foreign keys are not checked: what the row refers to is another table's matter.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql
        .raw(`insert into ${table} (${names.join(", ")}) values (${values.join(", ")})`)
        .execute(transaction)
        .catch((cause) => {
          throw new Error(`${table} needs a real row: let the test use its feature`, { cause });
        });
    });
  }
}

function writeValue({ type, kind }: Column): string {
  if (type === "uuid") return "gen_random_uuid()";
  if (type.startsWith("timestamp") || type === "date") return "now()";
  if (type === "bytea") return "sha256(gen_random_uuid()::text::bytea)";
  if (type === "json" || type === "jsonb") return "'{}'";
  if (type === "boolean") return "false";
  if (type === "USER-DEFINED") return `(enum_range(null::${kind}))[1]`;
  if (type === "tsvector") return "''";
  if (type === "ARRAY" || kind.endsWith("multirange")) return "'{}'";
  return type === "text" ? "'x'" : "1";
}
