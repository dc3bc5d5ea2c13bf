import { setTimeout as sleep } from "node:timers/promises";
import type { TestDatabase } from "@mintwright/test-harness";

export interface TableHealth {
  name: string;
  changes: number;
  live: number;
  dead: number;
  bytes: number;
  /** Share of the table that holds dead rows or nothing, by pgstattuple. */
  unusedShare: number;
}

/** Reads dead rows and unused space of the tables that change most. A partition counts for its table. */
export async function readTableHealth(database: TestDatabase, tables = 12): Promise<TableHealth[]> {
  await database.query("create extension if not exists pgstattuple");
  return database.query<TableHealth>(
    `with stored as materialized (
       select s.* from pg_stat_user_tables s join pg_class c on c.oid = s.relid
       where c.relkind = 'r' and s.schemaname in ('public', 'pgboss')
     )
     select coalesce(pg_partition_root(s.relid)::oid, s.relid)::regclass::text as name,
       sum(n_tup_upd + n_tup_del)::float8 as changes, sum(n_live_tup)::float8 as live, sum(n_dead_tup)::float8 as dead,
       sum(pg_table_size(s.relid))::float8 as bytes,
       (sum(t.dead_tuple_len + t.free_space) / greatest(sum(t.table_len), 1))::float8 as "unusedShare"
     from stored s cross join lateral pgstattuple(s.relid) t group by 1 order by changes desc limit $1`,
    [tables],
  );
}

/** What should be nothing after the load. */
export interface Leftovers {
  holds: number;
  jobs: number;
  webhooks: number;
  accountsOff: number;
}

/** Waits until nothing is left, for at most so long, and returns what is. */
export async function waitForLeftovers(database: TestDatabase, timeoutInMs: number): Promise<Leftovers> {
  const deadline = performance.now() + timeoutInMs;
  for (;;) {
    const left = await readLeftovers(database);
    const isClean = Object.values(left).every((count) => count === 0);
    if (isClean || performance.now() > deadline) return left;
    await sleep(1_000);
  }
}

/** A job is stuck when it should have started, or has run, for 30 seconds. */
async function readLeftovers(database: TestDatabase): Promise<Leftovers> {
  const [left] = await database.query<Leftovers>(
    `select (select count(*)::int from hold) as holds,
       (select count(*)::int from pgboss.job
        where (state in ('created', 'retry') and start_after < now() - interval '30 seconds')
          or (state = 'active' and started_on < now() - interval '30 seconds') or state = 'failed') as jobs,
       (select count(*)::int from webhook_delivery where state <> 'delivered') as webhooks,
       (select count(*)::int from account where granted <> balance + held + spent or held <> 0) as "accountsOff"`,
  );
  if (!left) throw new Error("nothing was read");
  return left;
}
