import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Config } from "../config/index.ts";
import type { Database } from "../platform/database/database.ts";
import { detectPooler } from "../platform/database/detect-pooler.ts";

const signalTimeoutInMs = 2_000;

async function withClient<Result>(url: string, ask: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "mintwright-command",
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Says when single statements of the role have no timeout, and how to give them one. */
export async function checkStatementTimeout(database: Database): Promise<string> {
  const { rows } = await sql<{ timeout: string; is_set: boolean; statement: string }>`
    select current_setting('statement_timeout') as timeout,
      exists (
        select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as setting
        where r.rolname = session_user and setting like 'statement_timeout=%'
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      ) as is_set,
      format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = ''30s''', session_user, current_database()) as statement`.execute(
    database,
  );
  const [row] = rows;
  if (row?.timeout !== "0") return `${row?.timeout} for a single statement`;
  const problem = "WARNING: statements outside a transaction have no timeout";
  return row.is_set
    ? `${problem} on old connections of the pooler; run RECONNECT in its console`
    : `${problem}; run \`${row.statement}\``;
}

/** Sends a wake signal the way that a new job does, and waits for it where a worker does. */
export async function checkDirectUrl({ databaseUrl, databaseDirectUrl }: Config): Promise<string> {
  if (!databaseDirectUrl) {
    const isPooled = await withClient(databaseUrl, detectPooler);
    return isPooled
      ? "WARNING: DATABASE_URL is a pooler; set DATABASE_DIRECT_URL to PostgreSQL itself, or jobs start up to a second late and large migrations fail"
      : "not needed, DATABASE_URL is PostgreSQL itself";
  }
  return withClient(databaseDirectUrl, async (client) => {
    const heard = Promise.withResolvers<boolean>();
    client.on("notification", () => heard.resolve(true));
    await client.query("listen mintwright_doctor");
    await withClient(databaseUrl, (sender) => sender.query("notify mintwright_doctor"));
    if (!(await Promise.race([heard.promise, sleep(signalTimeoutInMs, false)])))
      throw new Error("wake signals do not arrive");
    return "wake signals arrive";
  });
}

/** Says how far the replica for reads is behind. */
export async function checkReadUrl({ databaseReadUrl }: Config, database: Database): Promise<string> {
  if (!databaseReadUrl) return "off; to read news, usage and the ledger from a replica set DATABASE_READ_URL";
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(
    database,
  );
  return withClient(databaseReadUrl, async (client) => {
    const answer = await client.query<{ is_replica: boolean; behind: number }>(
      `select pg_is_in_recovery() as is_replica,
         greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 as behind`,
      [rows[0]?.lsn],
    );
    const [replica] = answer.rows;
    if (!replica?.is_replica) throw new Error("the server is not a replica, so it is not read from");
    return `${replica.behind} bytes of the write-ahead log behind`;
  });
}
