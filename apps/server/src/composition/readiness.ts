import { sql } from "kysely";
import type { Database } from "../platform/database/database.ts";
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
    } catch {
      return "The database is not reachable.";
    }
    return isMigrated ? undefined : "The database lacks migrations: run `mintwright migrate`.";
  };
}
