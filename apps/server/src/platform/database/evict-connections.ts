import type pg from "pg";
import { isReadOnlyServer } from "./database-errors.ts";

/** The driver stops waiting for an answer; the connection would still be waiting when it is next used. */
const readTimeout = "Query read timeout";

/** Thrown instead of a success: a failover may lose this commit, or may not. */
class UnreplicatedCommitError extends Error {
  override name = "UnreplicatedCommitError";
  constructor() {
    super("the commit was not confirmed by the synchronous standby");
  }
}

/**
 * Closes connections to a server that is not the primary any more, so that the pool opens new ones. A server that answers
 * that it is read-only was demoted: every connection older than that answer is closed, idle ones at once. A connection on
 * which a statement timed out is closed too: its server may be gone.
 *
 * PostgreSQL reports a commit that stopped waiting for the synchronous standby as successful, with a warning. Here it
 * fails like a commit whose connection broke, and callers find out what became of it.
 */
export function evictStaleConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const inUse = new Set<pg.PoolClient>();
  const stale = new WeakSet<pg.PoolClient>();
  const unreplicated = new WeakSet<pg.PoolClient>();

  function evictAll(): void {
    for (const client of inUse) stale.add(client);
    // The pool removes an idle connection that reports an error.
    for (const client of [...idle])
      client.emit("error", new Error("the server of this connection is read-only"));
  }

  async function watch(client: pg.PoolClient, query: Promise<unknown>): Promise<unknown> {
    try {
      const result = await query;
      if (unreplicated.has(client)) throw new UnreplicatedCommitError();
      return result;
    } catch (error) {
      if (isReadOnlyServer(error)) evictAll();
      if (error instanceof UnreplicatedCommitError || (error as Error).message === readTimeout)
        stale.add(client);
      throw error;
    }
  }

  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const result = query(...args);
      return result instanceof Promise ? watch(client, result) : result;
    }) as typeof client.query;
    client.on("notice", ({ routine }) => {
      if (routine === "SyncRepWaitForLSN") unreplicated.add(client);
    });
  });
  pool.on("acquire", (client) => {
    idle.delete(client);
    inUse.add(client);
  });
  pool.on("release", (_error, client) => {
    inUse.delete(client);
    // The pool removes a connection that is ending instead of keeping it.
    if (stale.has(client)) client.end().catch(() => {});
    else idle.add(client);
  });
  pool.on("remove", (client) => {
    idle.delete(client);
    inUse.delete(client);
  });
}
