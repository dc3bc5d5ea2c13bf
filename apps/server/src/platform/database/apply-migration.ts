import { sql } from "kysely";
import { buildIndexConcurrently, parseConcurrentIndex, setLockTimeout } from "./concurrent-index.ts";
import type { Database } from "./database.ts";
import { listStatements, type MigrationFile } from "./migration-files.ts";

/** Runs and records a migration: in one transaction, or statement by statement when the file says so. */
export async function applyMigration(
  connection: Database,
  file: MigrationFile,
  lockTimeout: string,
): Promise<void> {
  if (file.isTransactional) {
    await connection.transaction().execute(async (transaction) => {
      await executeScript(transaction, file.script, lockTimeout);
      await recordMigration(transaction, file.name);
    });
    return;
  }
  await executeStatements(connection, file, lockTimeout);
  await recordMigration(connection, file.name);
}

async function recordMigration(connection: Database, name: string): Promise<void> {
  const now = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(connection);
}

/**
 * Runs a script of several statements. The extended protocol takes one statement at a time, and PGlite has no other
 * protocol, so the script is passed as a setting and PL/pgSQL executes it.
 */
async function executeScript(transaction: Database, script: string, lockTimeout: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction);
  await sql`select set_config('mintwright.script', ${script}, true)`.execute(transaction);
  await sql`do $$ begin execute current_setting('mintwright.script'); end $$`.execute(transaction);
}

/** Runs the statements of a file one by one. Each may have run before, in an attempt that failed later. */
async function executeStatements(
  connection: Database,
  file: MigrationFile,
  lockTimeout: string,
): Promise<void> {
  for (const statement of listStatements(file)) {
    const index = parseConcurrentIndex(statement);
    if (index) {
      await buildIndexConcurrently(connection, index, lockTimeout);
      continue;
    }
    await setLockTimeout(connection, lockTimeout);
    await sql.raw(statement).execute(connection);
  }
}
