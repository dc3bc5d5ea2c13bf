import type { ClientBase } from "pg";

/**
 * True when a connection ends at a pooler such as PgBouncer, which may give each transaction another session. A pooler
 * answers a new connection with a process id that it made up; PostgreSQL and TCP proxies answer with the backend's own.
 */
export async function detectPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { processID } = client as ClientBase & { processID?: number };
  return rows[0]?.pid !== processID;
}
