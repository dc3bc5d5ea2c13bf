import { createDatabase } from "@mintwright/test-harness";
import pg from "pg";
import { expect, inject, vi } from "vitest";
import { connectDatabase, type Database } from "../database/database.ts";

/** A database of a test file's own, with every connection that the file opened to it. */
export interface ClonedDatabase {
  url: string;
  /** A pool to the database, as a process would have it. */
  database: Database;
  /** Opens one more pool, as one more process would; it goes with close. */
  connect(applicationName: string, poolSize?: number): Database;
  /** Asks on a connection that is not counted as the code's own. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends the pools, asserts that no connection is left, and drops the database. */
  close(): Promise<void>;
}

/** Creates a database from the migrated template, or an empty one. */
export async function cloneDatabase({ isEmpty = false } = {}): Promise<ClonedDatabase> {
  const clone = await createDatabase(
    inject("databaseServerUrl"),
    isEmpty ? undefined : inject("databaseTemplate"),
  );
  const pools: Database[] = [];
  const connect = (applicationName: string, poolSize = 4) => {
    const pool = connectDatabase({ url: clone.url, poolSize, applicationName, onConnectionError() {} });
    pools.push(pool);
    return pool;
  };
  const observer = new pg.Pool({ connectionString: clone.url, max: 2, application_name: "observer" });
  // A connection that is being ended may still hear that its database is dropped.
  observer.on("error", () => {});
  const query = async <Row>(text: string, values?: unknown[]) =>
    (await observer.query(text, values)).rows as Row[];
  const assertNoneLeft = async () => {
    const left = await query(
      `select application_name, query from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and application_name <> 'observer'`,
    );
    expect(left).toEqual([]);
  };
  return {
    url: clone.url,
    database: connect("test"),
    connect,
    query,
    async close() {
      try {
        for (const pool of pools) await pool.destroy();
        await vi.waitFor(assertNoneLeft, { timeout: 10_000 });
      } finally {
        await observer.end();
        await clone.drop();
      }
    },
  };
}
