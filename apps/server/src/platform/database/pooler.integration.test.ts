import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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
const tools = { logger, metrics: createMetrics() };
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

  const openPooledQueue = (directUrl?: string) => {
    const database = connect();
    return openQueue(database, [kind], { logger, isWorker: true, url, directUrl }).then((queue) => ({
      ...queue,
      enqueueOne: () =>
        database.transaction().execute((transaction) => queue.enqueue(transaction, kind.name, [{}])),
    }));
  };

  /** By their last statement: PgBouncer's own connections keep the application name of the client that used them last. */
  function listListeners() {
    return empty.query(
      "select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
  }

  it("opens the queue in more processes than there are server connections, and polls for jobs", async () => {
    const queues = await Promise.all(Array.from({ length: 2 * serverConnections }, () => openPooledQueue()));
    expect(await listAdvisoryLocks()).toEqual([]);
    const done = Promise.withResolvers<void>();
    await queues[0]?.work([{ ...kind, handle: async () => done.resolve() }], tools);
    await queues[1]?.enqueueOne();
    await done.promise;
    for (const queue of queues) await queue.stop();
  });

  it("listens on the direct connection", async () => {
    const queue = await openPooledQueue(empty.url);
    await queue.work([{ ...kind, handle: async () => {} }], tools);
    await vi.waitFor(async () => expect(await listListeners()).toHaveLength(1), 10_000);
    await queue.stop();
  });

  it("says to set the direct connection when an index takes longer than the statement timeout", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mintwright-migrations-"));
    const other = await cloneDatabase({ isEmpty: true });
    const [row] = await other.query<{ name: string }>("select current_database() as name");
    await other.query(`alter database ${row?.name} set statement_timeout = '300ms'`);
    writeFileSync(
      join(folder, "0001-table.sql"),
      `create function wait(value integer) returns integer immutable language plpgsql as
         $$ begin perform pg_sleep(1); return value; end $$;
       create table thing (value integer);
       insert into thing values (1);`,
    );
    writeFileSync(
      join(folder, "0002-index.sql"),
      "-- no-transaction\ncreate index concurrently if not exists thing_value on thing (wait(value));\n",
    );
    const folders = [pathToFileURL(`${folder}/`)];
    await expect(migrateDatabase(pooler.route(other.url), { folders })).rejects.toThrow(
      "Migration 0002-index was canceled by a statement timeout, which cannot be lifted behind a connection pooler. " +
        "Set DATABASE_DIRECT_URL",
    );
    expect(await migrateDatabase(other.url, { folders })).toEqual(["0002-index"]);
    rmSync(folder, { recursive: true });
    await pooler.ask(`kill ${row?.name}`);
    await other.close();
  });

  it("leaves nothing in a session", async () => {
    expect(await listSessionStates()).toEqual([]);
  });
});
