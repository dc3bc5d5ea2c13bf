import { sql } from "kysely";
import type { Database } from "./database.ts";

/** A standby that streams from the database, and the bytes of the write-ahead log that it has not replayed. */
export interface Replica {
  replica: string;
  lagInBytes: number;
}

/**
 * Lists the standbys that stream from the primary. Bytes, not `replay_lag`: that column keeps its last value while a
 * standby's replay stands still. Needs the role pg_monitor, without which PostgreSQL hides the positions and the list is
 * empty. On a standby itself the list is empty too.
 */
export async function listReplicas(database: Database): Promise<Replica[]> {
  const { rows } = await sql<Replica>`
    select application_name as replica,
      greatest(0, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)))::float8 as "lagInBytes"
    from pg_stat_replication
    where not pg_is_in_recovery() and replay_lsn is not null and state = 'streaming'
    group by application_name`.execute(database);
  return rows;
}
