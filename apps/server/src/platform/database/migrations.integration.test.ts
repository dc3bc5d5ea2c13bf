import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { listMissingMigrations, migrateDatabase } from "./migrations.ts";

const names = readdirSync(new URL("../../../migrations/", import.meta.url))
  .filter((file) => file.endsWith(".sql"))
  .map((file) => file.replace(".sql", ""))
  .sort();

let empty: ClonedDatabase;

beforeEach(async () => {
  empty = await cloneDatabase({ isEmpty: true });
});

afterEach(() => empty.close());

it("numbers the files without gaps or letters", () => {
  expect(names.map((name) => name.match(/^(\d{4})-[a-z-]+$/)?.[1])).toEqual(
    names.map((_, index) => String(index + 1).padStart(4, "0")),
  );
});

it("knows what an empty database lacks, and changes nothing by asking", async () => {
  expect(names.length).toBeGreaterThanOrEqual(4);
  expect(await listMissingMigrations(empty.database)).toEqual(names);
  expect(await empty.query("select relname from pg_class where relname = 'account'")).toEqual([]);
});

it("applies everything in order, once", async () => {
  expect(await migrateDatabase(empty.url)).toEqual(names);
  expect(await listMissingMigrations(empty.database)).toEqual([]);
  expect(await migrateDatabase(empty.url)).toEqual([]);
});

it("applies each migration once when ten processes start at the same moment", async () => {
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrateDatabase(empty.url)));
  expect(applied.flat().sort()).toEqual(names);
  expect(applied.filter((list) => list.length > 0)).toEqual([names]);
  expect(await listMissingMigrations(empty.database)).toEqual([]);
  const partitions = await empty.query(
    "select 1 from pg_class where relname like 'ledger_entry_2%' and relkind = 'r'",
  );
  expect(partitions).toHaveLength(4);
});

it("leaves nothing of a migration that fails, and goes on there when the cause is gone", async () => {
  await empty.query("create table hold (in_the_way integer)");
  await expect(migrateDatabase(empty.url)).rejects.toThrow('relation "hold" already exists');
  const rest = names.slice(names.indexOf("0003-credits"));
  expect(await empty.query("select relname from pg_class where relname = 'ledger_entry'")).toEqual([]);
  expect(await listMissingMigrations(empty.database)).toEqual(rest);
  await empty.query("drop table hold");
  expect(await migrateDatabase(empty.url)).toEqual(rest);
});

it("accepts a database that a newer version has migrated", async () => {
  await migrateDatabase(empty.url);
  await empty.query("insert into kysely_migration values ('9999-newer', now()::text)");
  expect(await migrateDatabase(empty.url)).toEqual([]);
  expect(await listMissingMigrations(empty.database)).toEqual([]);
});

it("refuses a database from before the first release and changes nothing", async () => {
  await empty.query("create table kysely_migration (name varchar(255) primary key, timestamp text not null)");
  await empty.query(
    "insert into kysely_migration values ('0001-accounts-and-keys', ''), ('0031-described-tokens', '')",
  );
  await expect(migrateDatabase(empty.url)).rejects.toThrow(
    "created by an unreleased version and cannot be upgraded (it has migration 0001-accounts-and-keys). Create a new, empty database",
  );
  expect(await empty.query("select relname from pg_class where relname = 'account'")).toEqual([]);
});

it("refuses a migration that comes before an applied one", async () => {
  await migrateDatabase(empty.url);
  await empty.query("delete from kysely_migration where name = $1", [names[1]]);
  await expect(migrateDatabase(empty.url)).rejects.toThrow(`${names[1]} comes before`);
});

it("names the one migration that a database of an older version lacks", async () => {
  await migrateDatabase(empty.url);
  await sql`delete from kysely_migration where name = ${names.at(-1)}`.execute(empty.database);
  expect(await listMissingMigrations(empty.database)).toEqual(names.slice(-1));
});

it("keeps just-in-time compilation away from functions whose plans avoid sequential scans", async () => {
  await migrateDatabase(empty.url);
  // The penalty of a sequential scan over a table of one row is enough to have it compiled: 20 ms for each call.
  const compiled = await empty.query(
    "select proname from pg_proc where 'enable_seqscan=off' = any(proconfig) and not 'jit=off' = any(proconfig)",
  );
  expect(compiled).toEqual([]);
  const careful = await empty.query("select 1 from pg_proc where 'enable_seqscan=off' = any(proconfig)");
  expect(careful.length).toBeGreaterThan(2);
});
