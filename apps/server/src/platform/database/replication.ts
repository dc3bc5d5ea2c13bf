import { sql } from "kysely";
import type { Database } from "./database.ts";

/** A standby that streams from the database, and the bytes of the write-ahead log that it has not replayed. */
export interface Replica {
  replica: string;
  lagInBytes: number;
}

/** Returns when all that was committed before is as durable as a new commit: one that writes waits for its standbys. */
export async function waitForStandby(database: Database): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'mintwright', 'wait for standby')`.execute(database);
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

interface ReplicationState {
  isStandby: boolean;
  commit: string;
  standbys: number;
  synchronous: number;
  hidden: number;
}

/** What a commit that was reported to a caller survives, by the setting synchronous_commit. */
const survivedBy: Record<string, string> = {
  remote_write:
    "a commit survives the loss of the primary, unless the standby's operating system crashes at the same moment",
  on: "a commit survives the loss of the primary",
  remote_apply:
    "a commit survives the loss of the primary and can be read on the synchronous standby at once",
};

/** Says what a failover can lose, with WARNING where it loses commits that callers were told of. */
export async function describeDurability(database: Database): Promise<string> {
  const { rows } = await sql<ReplicationState>`
    select pg_is_in_recovery() as "isStandby", current_setting('synchronous_commit') as commit,
      count(pid)::int as standbys, count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
      count(*) filter (where pid is not null and sync_state is null)::int as hidden
    from (select) as once left join pg_stat_replication on true`.execute(database);
  const { isStandby, commit, standbys, synchronous, hidden } = rows[0] as ReplicationState;
  if (isStandby) throw new Error("this server is a standby: DATABASE_URL must lead to the primary");
  if (standbys === 0) return "no standby: a commit survives a crash of PostgreSQL, not the loss of its disk";
  if (hidden > 0)
    return `WARNING: ${standbys} standbys, their state is hidden; grant pg_monitor to the user of DATABASE_URL`;
  const loss = "a failover loses charges, payments and mints that callers were already told of";
  if (synchronous === 0)
    return `WARNING: ${standbys} standbys and none is synchronous: ${loss}; set synchronous_standby_names, or synchronous_mode in Patroni`;
  const survived = survivedBy[commit];
  if (!survived)
    return `WARNING: synchronous_commit is ${commit}, so commits do not wait for the standby: ${loss}; set it to on`;
  return `${synchronous} of ${standbys} standbys synchronous, synchronous_commit ${commit}: ${survived}`;
}
