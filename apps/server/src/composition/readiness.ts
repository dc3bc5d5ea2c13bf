import { sql } from "kysely";
import type { Database } from "../platform/database/database.ts";
import { isReadOnlyServer } from "../platform/database/database-errors.ts";
import { listMissingMigrations } from "../platform/database/migrations.ts";

/** Creates the check behind /health/ready: undefined when the process can serve, otherwise the reason it cannot. */
export function createReadinessCheck(
  database: Database,
  draining: AbortSignal | undefined,
): () => Promise<string | undefined> {
  let isMigrated = false;
  return async () => {
    if (draining?.aborted) return "This process is shutting down.";
    try {
      await sql`select 1`.execute(database);
      isMigrated ||= (await listMissingMigrations(database)).length === 0;
      if (!isMigrated) return "The database lacks migrations: run `mintwright migrate`.";
      // Locks and writes nothing, and fails on a server that cannot write.
      await sql`select from process where false for update`.execute(database);
      return undefined;
    } catch (error) {
      return isReadOnlyServer(error)
        ? "The database is read-only: it is a standby, or a failover is in progress."
        : "The database is not reachable.";
    }
  };
}
