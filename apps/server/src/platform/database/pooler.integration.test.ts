import { findTool, type PgBouncer, startPgBouncer } from "@mintwright/test-harness";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { z } from "zod";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { createLogger } from "../logging.ts";
import { type JobKind, openQueue } from "../queue/queue.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { connectDatabase, type Database } from "./database.ts";
import { migrateDatabase } from "./migrations.ts";

const program = findTool({ variable: "PGBOUNCER", purpose: "the server behind PgBouncer" });
const serverConnections = 4;
const logger = createLogger("silent");
const kind: JobKind<object> = { name: "pooled", payload: z.object({}), retryLimit: 0 };

/** PgBouncer itself gives a session the first four settings of each client. */
const stateQuery = `
  select pg_backend_pid() as pid, array(
    select name || ' = ' || setting from pg_settings where source = 'session'
      and name not in ('application_name', 'client_encoding', 'DateStyle', 'TimeZone')
    union all select 'listen ' || channel from pg_listening_channels() channel
    union all select 'prepare ' || name from pg_prepared_statements where name <> ''
    union all select 'temporary ' || relname from pg_class where relnamespace = pg_my_temp_schema()
    union all select 'lock ' || mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
  )::text[] as state`;

describe.runIf(program)("behind PgBouncer in transaction mode", () => {
  let pooler: PgBouncer;
  let empty: ClonedDatabase;
  let url: string;
  const pools: Database[] = [];

  function connect(): Database {
    const pool = connectDatabase({ url, poolSize: 4, applicationName: "pooled", onConnectionError() {} });
    pools.push(pool);
    return pool;
  }

  beforeAll(async () => {
    pooler = await startPgBouncer(program as string, inject("databaseServerUrl"), serverConnections);
    empty = await cloneDatabase({ isEmpty: true });
    url = pooler.route(empty.url);
  });

  afterAll(async () => {
    for (const pool of pools) await pool.destroy();
    await pooler?.stop();
    await empty?.close();
  });

  function listAdvisoryLocks() {
    return empty.query(
      "select pid, mode from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
  }

  /** Lists what the server connections of the pool keep between two transactions. */
  async function listSessionStates(): Promise<string[]> {
    const visitors = Array.from(
      { length: serverConnections },
      () => new pg.Client({ connectionString: url }),
    );
    const found: { pid: number; state: string[] }[] = [];
    // Each visits another server connection, because the transactions of the others are open.
    for (const visitor of visitors) {
      await visitor.connect();
      await visitor.query("begin");
      const { rows } = await visitor.query(stateQuery);
      found.push(...rows);
    }
    for (const visitor of visitors) await visitor.end();
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(serverConnections);
    return found.flatMap(({ state }) => state);
  }

  it("migrates an empty database once, by five processes at a time", async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)));
    expect(applied.flat().length).toBeGreaterThan(10);
    expect(new Set(applied.flat()).size).toBe(applied.flat().length);
    expect(await listAdvisoryLocks()).toEqual([]);
  });

  it("opens the queue in more processes than there are server connections", async () => {
    const queues = await Promise.all(
      Array.from({ length: 2 * serverConnections }, () =>
        openQueue(connect(), [kind], { logger, isWorker: true, url }),
      ),
    );
    expect(await listAdvisoryLocks()).toEqual([]);
    const done = Promise.withResolvers<void>();
    const [first, second] = queues;
    await first?.work([{ ...kind, handle: async () => done.resolve() }], {
      logger,
      metrics: createMetrics(),
    });
    await pools[1]
      ?.transaction()
      .execute((transaction) => second?.enqueue(transaction, kind.name, [{}]) ?? Promise.reject());
    await vi.waitFor(() => done.promise, 10_000);
    for (const queue of queues) await queue.stop();
  });

  it("leaves nothing in a session", async () => {
    expect(await listSessionStates()).toEqual([]);
  });
});
