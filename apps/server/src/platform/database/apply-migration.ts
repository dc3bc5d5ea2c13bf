import { sql } from "kysely";
import { buildIndexConcurrently, parseConcurrentIndex } from "./concurrent-index.ts";
import type { Database } from "./database.ts";
import { listStatements, type MigrationFile } from "./migration-files.ts";
import { type MigrationSession, setTimeouts } from "./migration-session.ts";

/** Runs and records a migration: in one transaction, or statement by statement when the file says so. */
export async function applyMigration(
  session: MigrationSession,
  file: MigrationFile,
  lockTimeout: string,
): Promise<void> {
  const { connection } = session;
  if (file.isTransactional) {
    await connection.transaction().execute(async (transaction) => {
      await executeScript(transaction, file.script, lockTimeout);
      await recordMigration(transaction, file.name);
    });
    return;
  }
  await executeStatements(session, file, lockTimeout);
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
  // A role or a database may have a statement timeout of its own.
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${lockTimeout}, true)`.execute(
    transaction,
  );
  await sql`select set_config('mintwright.script', ${script}, true)`.execute(transaction);
  await sql`do $$ begin execute current_setting('mintwright.script'); end $$`.execute(transaction);
}

/** Runs the statements of a file one by one. Each may have run before, in an attempt that failed later. */
async function executeStatements(
  session: MigrationSession,
  file: MigrationFile,
  lockTimeout: string,
): Promise<void> {
  for (const statement of listStatements(file)) {
    const index = parseConcurrentIndex(statement);
    if (index) {
      await buildIndexConcurrently(session, index, lockTimeout);
      continue;
    }
    await setTimeouts(session, lockTimeout);
    await sql.raw(statement).execute(session.connection);
  }
}
