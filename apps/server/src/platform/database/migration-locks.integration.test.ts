import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { openEmbeddedDatabase } from "./database.ts";
import { migrateDatabase, migrateEmbeddedDatabase } from "./migrations.ts";

let empty: ClonedDatabase;
let folder: string;

beforeEach(async () => {
  empty = await cloneDatabase({ isEmpty: true });
  folder = mkdtempSync(join(tmpdir(), "mintwright-migrations-"));
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await empty.close();
});

function write(name: string, script: string): void {
  writeFileSync(join(folder, `${name}.sql`), script);
}

function migrate(options: { lockPatienceInMs?: number } = {}) {
  return migrateDatabase(empty.url, { folders: [pathToFileURL(`${folder}/`)], ...options });
}

function listIndexes() {
  return empty.query<{ name: string; valid: boolean }>(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
     join pg_class c on c.oid = indrelid where c.relname ~ '^(thing|part)' order by 1`,
  );
}

/** Runs a statement in a transaction that stays open until the returned function ends it. */
async function holdOpen(statement: string): Promise<() => Promise<void>> {
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = empty
    .connect("long-transaction", 1)
    .transaction()
    .execute(async (open) => {
      await sql.raw(statement).execute(open);
      held.resolve();
      await ended.promise;
    });
  await held.promise;
  return () => {
    ended.resolve();
    return transaction;
  };
}

const concurrentIndex = `-- no-transaction
-- Why the index is needed.
create index concurrently if not exists thing_value
  on thing (value)
  where value > 10;
alter table thing add column if not exists note text;
`;

it("has no statement timeout and a short lock timeout, whatever the database was set to", async () => {
  const [{ name } = { name: "" }] = await empty.query<{ name: string }>("select current_database() as name");
  await empty.query(`alter database ${name} set statement_timeout = '900ms'`);
  write(
    "0001-a",
    `select pg_sleep(1);
     create table seen as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock;`,
  );
  expect(await migrate()).toEqual(["0001-a"]);
  expect(await empty.query("select * from seen")).toEqual([{ statement: "0", lock: "500ms" }]);
});

it("builds an index outside a transaction, on a plain table and on every partition", async () => {
  write(
    "0001-tables",
    `create table thing (value integer);
     create table part (month integer, value integer) partition by list (month);
     create table part_1 partition of part for values in (1);
     create table part_2 partition of part for values in (2);`,
  );
  write("0002-index", concurrentIndex);
  write(
    "0003-unique",
    "-- no-transaction\ncreate unique index concurrently if not exists part_value on part (month, value);\n",
  );
  expect(await migrate()).toHaveLength(3);
  expect(await listIndexes()).toEqual([
    { name: "part_value", valid: true },
    { name: "part_value_1", valid: true },
    { name: "part_value_2", valid: true },
    { name: "thing_value", valid: true },
  ]);
  expect(
    await empty.query(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'part_value'::regclass order by 1",
    ),
  ).toHaveLength(2);
  expect(await migrate()).toEqual([]);
});

it("drops an index that a crash left invalid, and builds it again", async () => {
  write(
    "0001-table",
    "create table thing (value integer); insert into thing select generate_series(1, 100);",
  );
  await migrate();
  write("0002-index", concurrentIndex);
  const release = await holdOpen("insert into thing values (101)");
  const crashing = migrate().catch((error: Error) => error);
  await vi.waitFor(async () => expect(await listIndexes()).toEqual([{ name: "thing_value", valid: false }]), {
    timeout: 10_000,
  });
  await empty.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mintwright-migrate' and datname = current_database()",
  );
  expect(await crashing).toBeInstanceOf(Error);
  await release();
  expect(await listIndexes()).toEqual([{ name: "thing_value", valid: false }]);
  expect(await migrate()).toEqual(["0002-index"]);
  expect(await listIndexes()).toEqual([{ name: "thing_value", valid: true }]);
});

it("lets others go on while it waits for a lock, tries again, and gives up in the end", async () => {
  write("0001-table", "create table thing (value integer); insert into thing values (1);");
  await migrate();
  write("0002-column", "alter table thing add column note text;");
  const release = await holdOpen("select * from thing");
  await expect(migrate({ lockPatienceInMs: 0 })).rejects.toThrow(
    "Migration 0002-column did not get its lock in 1 attempts",
  );
  const migrating = migrate();
  let [slowestInMs, reads] = [0, 0];
  for (const endsAt = performance.now() + 3_000; performance.now() < endsAt; reads++) {
    const startedAt = performance.now();
    await empty.query("select * from thing");
    slowestInMs = Math.max(slowestInMs, performance.now() - startedAt);
  }
  await release();
  expect(await migrating).toEqual(["0002-column"]);
  expect(reads).toBeGreaterThan(20);
  // The lock timeout, and what a busy machine adds to it.
  expect(slowestInMs).toBeGreaterThan(100);
  expect(slowestInMs).toBeLessThan(1_200);
});

it("lets five processes that start together build an index once, without a deadlock", async () => {
  write(
    "0001-table",
    "create table thing (value integer); insert into thing select generate_series(1, 100000);",
  );
  write("0002-index", concurrentIndex);
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate()));
  expect(applied.flat()).toEqual(["0001-table", "0002-index"]);
  expect(await listIndexes()).toEqual([{ name: "thing_value", valid: true }]);
});

it("builds plainly in a database inside the process", { timeout: 60_000 }, async () => {
  write("0001-table", "create table thing (value integer);");
  write("0002-index", concurrentIndex);
  const database = openEmbeddedDatabase(new PGlite());
  expect(await migrateEmbeddedDatabase(database, { folders: [pathToFileURL(`${folder}/`)] })).toHaveLength(2);
  const { rows } = await sql`select indexname from pg_indexes where tablename = 'thing'`.execute(database);
  expect(rows).toEqual([{ indexname: "thing_value" }]);
  await database.destroy();
});

it("refuses a file without a transaction that could not be run again", async () => {
  write("0001-table", "create table thing (value integer);");
  write("0002-index", "-- no-transaction\ncreate index concurrently thing_value on thing (value);\n");
  await expect(migrate()).rejects.toThrow("if not exists");
  write("0002-index", "-- no-transaction\ndo $$ begin perform 1; end $$;\n");
  await expect(migrate()).rejects.toThrow("cannot contain a body in $$");
});
