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

it("knows what an empty database lacks, and changes nothing by asking", async () => {
  expect(names.length).toBeGreaterThanOrEqual(4);
  expect(await listMissingMigrations(empty.database)).toEqual(names);
  expect(await empty.query("select relname from pg_class where relname = 'account'")).toEqual([]);
});

it("applies everything in order, once", async () => {
  expect(await migrateDatabase(empty.database)).toEqual(names);
  expect(await listMissingMigrations(empty.database)).toEqual([]);
  expect(await migrateDatabase(empty.database)).toEqual([]);
});

it("applies each migration once when ten processes start at the same moment", async () => {
  const pools = Array.from({ length: 10 }, (_, i) => empty.connect(`process-${i}`, 1));
  const applied = await Promise.all(pools.map(migrateDatabase));
  expect(applied.flat().sort()).toEqual(names);
  expect(applied.filter((list) => list.length > 0)).toEqual([names]);
  for (const pool of pools) expect(await listMissingMigrations(pool)).toEqual([]);
  const partitions = await empty.query(
    "select 1 from pg_class where relname like 'ledger_entry_2%' and relkind = 'r'",
  );
  expect(partitions).toHaveLength(4);
});

it("leaves nothing half done when a migration fails, and goes on when the cause is gone", async () => {
  await empty.query("create table hold (in_the_way integer)");
  await expect(migrateDatabase(empty.database)).rejects.toThrow('relation "hold" already exists');
  expect(await empty.query("select relname from pg_class where relname = 'account'")).toEqual([]);
  expect(await listMissingMigrations(empty.database)).toEqual(names);
  await empty.query("drop table hold");
  expect(await migrateDatabase(empty.database)).toEqual(names);
});

it("names the one migration that a database of an older version lacks", async () => {
  await migrateDatabase(empty.database);
  await sql`delete from kysely_migration where name = ${names.at(-1)}`.execute(empty.database);
  expect(await listMissingMigrations(empty.database)).toEqual(names.slice(-1));
});
