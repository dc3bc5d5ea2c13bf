import { findTool, startPgBouncer } from "@mintwright/test-harness";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { connectDatabase, type Database } from "./database.ts";
import { prepared } from "./prepared-statements.ts";

const pgBouncer = findTool({ variable: "PGBOUNCER", purpose: "statements behind PgBouncer" });

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

const double = async (database: Database, number: number) =>
  (await sql<{ doubled: number }>`${prepared} select ${number}::integer * 2 as doubled`.execute(database))
    .rows[0]?.doubled;

const countPrepared = async (database: Database) =>
  (
    await sql<{ statement: string; calls: number }>`
      select statement, generic_plans + custom_plans as calls from pg_prepared_statements`.execute(database)
  ).rows;

it("prepares a marked statement once for each connection, and no other", async () => {
  await clone
    .connect("prepared", 1)
    .connection()
    .execute(async (connection) => {
      for (const number of [1, 2, 3]) expect(await double(connection, number)).toBe(number * 2);
      await sql`select ${4}::integer`.execute(connection);
      expect(await countPrepared(connection)).toEqual([
        { statement: "/* prepared */ select $1::integer * 2 as doubled", calls: 3 },
      ]);
    });
});

it("goes on when a function that a prepared statement calls is replaced or created again", async () => {
  const pool = clone.connect("replaced", 1);
  const create = (value: number) =>
    sql`create or replace function tested() returns integer language sql as ${sql.lit(`select ${value}`)}`;
  const ask = async () =>
    (await sql<{ value: number }>`${prepared} select tested() as value`.execute(pool)).rows[0]?.value;
  await create(1).execute(pool);
  expect(await ask()).toBe(1);
  await create(2).execute(pool);
  expect(await ask()).toBe(2);
  await sql`drop function tested()`.execute(pool);
  await create(3).execute(pool);
  expect(await ask()).toBe(3);
});

it.runIf(pgBouncer)("prepares nothing behind a pooler", async () => {
  const pooler = await startPgBouncer(pgBouncer as string, inject("databaseServerUrl"), 1);
  const pool = connectDatabase({
    url: pooler.route(clone.url),
    poolSize: 2,
    applicationName: "pooled",
    onConnectionError() {},
  });
  try {
    expect(await Promise.all([double(pool, 1), double(pool, 2)])).toEqual([2, 4]);
    expect(await countPrepared(pool)).toEqual([]);
  } finally {
    await pool.destroy();
    await pooler.stop();
  }
});
