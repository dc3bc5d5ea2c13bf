import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Where migrations run. */
export interface MigrationSession {
  connection: Database;
  /** False behind a pooler, where each transaction may get another session: settings would be left to strangers. */
  hasSession: boolean;
}

/** Lifts the statement timeout and bounds the wait for locks, for statements that cannot run in a transaction. */
export async function setTimeouts(
  { connection, hasSession }: MigrationSession,
  lockTimeout: string,
): Promise<void> {
  if (!hasSession) return;
  await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', ${lockTimeout}, false)`.execute(
    connection,
  );
}
