import { sql } from "kysely";
import type { Database } from "./database.ts";
import { type MigrationSession, setTimeouts } from "./migration-session.ts";

export interface ConcurrentIndex {
  name: string;
  table: string;
  isUnique: boolean;
  definition: string;
}

/** Nothing queues behind a concurrent build, so it may wait for the longest transaction to end. */
const lockTimeoutOfBuild = "10min";

/** Parses a `create index concurrently` statement; undefined for any other. */
export function parseConcurrentIndex(statement: string): ConcurrentIndex | undefined {
  if (!/^create\s+(?:unique\s+)?index\s+concurrently\s/i.test(statement)) return undefined;
  const convention =
    /^create\s+(unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\s+(\w+)\s(.+)$/is;
  const [, unique, name, table, definition] = convention.exec(statement) ?? [];
  if (!name || !table || !definition)
    throw new Error(
      `Write "create index concurrently if not exists NAME on TABLE …" in place of: ${statement}`,
    );
  return { name, table, isUnique: unique !== undefined, definition };
}

/**
 * Builds the index without blocking writers. An invalid index of the same name, left by a crash, is dropped first.
 * PostgreSQL cannot index a partitioned table concurrently: each partition is indexed, then the table's own index
 * attaches them, which locks the table briefly.
 */
export async function buildIndexConcurrently(
  session: MigrationSession,
  { name, table, isUnique, definition }: ConcurrentIndex,
  lockTimeout: string,
): Promise<void> {
  const { connection } = session;
  const create = isUnique ? "create unique index" : "create index";
  const partitions = await listPartitions(connection, table);
  await setTimeouts(session, lockTimeoutOfBuild);
  if (partitions.length === 0) return build(name, table);
  for (const partition of partitions) await build(`${name}_${partition.replace(`${table}_`, "")}`, partition);
  await setTimeouts(session, lockTimeout);
  await sql.raw(`${create} if not exists ${name} on ${table} ${definition}`).execute(connection);

  async function build(index: string, indexed: string): Promise<void> {
    await dropInvalidIndex(connection, index);
    const statement = `${create} concurrently if not exists ${index} on ${indexed} ${definition}`;
    await sql.raw(statement).execute(connection);
  }
}

async function listPartitions(connection: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_partition_tree(${table}::regclass) t join pg_class c on c.oid = t.relid
    where t.isleaf and c.relkind = 'r' order by c.relname`.execute(connection);
  return rows.map(({ name }) => name);
}

async function dropInvalidIndex(connection: Database, index: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(connection);
  if (rows.length > 0) await sql.raw(`drop index concurrently ${index}`).execute(connection);
}
