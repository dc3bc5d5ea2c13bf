import { startPostgres } from "@mintwright/test-harness";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { connectDatabase, type Database } from "./database.ts";
import { waitForStandby } from "./replication.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

const askPid = async (database: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows[0]?.pid as number;

/** Uses every connection of the pool at the same time. */
async function useAll(pool: Database, size: number, use: (connection: Database) => Promise<unknown>) {
  let waiting = size;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: size }, () =>
      pool.connection().execute(async (connection) => {
        try {
          await use(connection);
        } finally {
          waiting -= 1;
          if (waiting === 0) resolve();
        }
        await all;
      }),
    ),
  );
}

const write = (database: Database) =>
  sql`insert into process (process_id, role, host) values (gen_random_uuid(), 'api', 'x')`.execute(database);

it("closes every connection to a server that answers that it is read-only", async () => {
  const pool = clone.connect("demoted", 3);
  const old: number[] = [];
  await useAll(pool, 3, async (connection) => {
    await sql`set default_transaction_read_only = on`.execute(connection);
    old.push(await askPid(connection));
  });
  await expect(write(pool)).rejects.toMatchObject({ code: "25006" });
  const fresh: number[] = [];
  await useAll(pool, 3, async (connection) => {
    await write(connection);
    fresh.push(await askPid(connection));
  });
  expect(fresh.filter((pid) => old.includes(pid))).toEqual([]);
});

it("closes connections that were in use at that moment when they are released", async () => {
  const pool = clone.connect("demoted", 2);
  const pid = await pool.connection().execute(async (connection) => {
    await expect(
      pool.transaction().execute(async (transaction) => {
        await sql`set transaction read only`.execute(transaction);
        await write(transaction);
      }),
    ).rejects.toMatchObject({ code: "25006" });
    return askPid(connection);
  });
  const pids: number[] = [];
  await useAll(pool, 2, async (connection) => pids.push(await askPid(connection)));
  expect(pids).not.toContain(pid);
});

it("reports a commit that did not reach the synchronous standby as lost, not as done", async () => {
  const server = await startPostgres({ synchronous_standby_names: "absent" });
  const pool = connectDatabase({
    url: server.url,
    poolSize: 1,
    applicationName: "t",
    onConnectionError() {},
  });
  const observer = new pg.Client({ connectionString: server.url });
  await observer.connect();
  try {
    const writing = sql`create table written ()`.execute(pool);
    writing.catch(() => {});
    const cancel = async () => {
      const { rowCount } = await observer.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      );
      expect(rowCount).toBe(1);
    };
    await vi.waitFor(cancel, { timeout: 10_000 });
    await expect(writing).rejects.toThrow("not confirmed by the synchronous standby");
    const waiting = waitForStandby(pool);
    waiting.catch(() => {});
    await vi.waitFor(cancel, { timeout: 10_000 });
    await expect(waiting).rejects.toThrow("not confirmed by the synchronous standby");
  } finally {
    await pool.destroy();
    await observer.end();
    server.stop();
  }
});
