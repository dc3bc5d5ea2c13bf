import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { packageFolder } from "../package-folder.ts";
import { type Database, openEmbeddedDatabase, parseNumeric, parseSafeInteger } from "./database.ts";
import { migrationsFolder } from "./migration-files.ts";

const byteaType = 17;
const int8Type = 20;
const numericType = 1700;

const artifactsFolder = new URL("artifacts/", packageFolder);

export interface EmbeddedDatabase {
  pglite: PGlite;
  database: Database;
  /** True when it was copied from the prepared database, which has every migration. */
  isPrepared: boolean;
}

/**
 * Opens PostgreSQL in this process, in memory or in a folder. Creating a database takes seconds, so a new one starts as a
 * copy of the one that the build prepared. When that is missing or has other migrations, it is created from scratch.
 */
export async function openEmbedded({
  folder,
}: {
  folder?: string | undefined;
} = {}): Promise<EmbeddedDatabase> {
  const isNew = !folder || !existsSync(`${folder}/PG_VERSION`);
  const prepared = isNew ? await readPrepared() : undefined;
  const pglite = await PGlite.create({
    ...(folder && { dataDir: folder }),
    ...(prepared && { loadDataDir: prepared }),
    // Same types as the pg driver returns: amounts are safe integers, bytes are buffers.
    parsers: {
      [int8Type]: parseSafeInteger,
      [numericType]: parseNumeric,
      [byteaType]: (text: string) => Buffer.from(text.slice(2), "hex"),
    },
  });
  await pglite.exec(clockScript);
  return { pglite, database: openEmbeddedDatabase(pglite), isPrepared: prepared !== undefined };
}

/**
 * PostgreSQL's clock cannot be moved. These functions come first in the search path, so that everything created or run
 * after this script, including column defaults and functions, reads a clock with a configurable offset.
 */
const clockScript = `
create schema if not exists mintwright_clock;
create table if not exists mintwright_clock.ahead (seconds double precision not null);
create or replace function mintwright_clock.now() returns timestamptz language sql stable as
  $$ select pg_catalog.now() + current_setting('mintwright.ahead_in_seconds')::double precision * interval '1 second' $$;
create or replace function mintwright_clock.clock_timestamp() returns timestamptz language sql volatile as
  $$ select pg_catalog.clock_timestamp() + current_setting('mintwright.ahead_in_seconds')::double precision * interval '1 second' $$;
select set_config('mintwright.ahead_in_seconds', coalesce((select max(seconds) from mintwright_clock.ahead), 0)::text, false);
set search_path = public, mintwright_clock, pg_catalog;
`;

export async function findPreparedFile(): Promise<URL> {
  const digest = createHash("sha256");
  for (const name of (await readdir(migrationsFolder)).sort()) {
    digest.update(name).update(await readFile(new URL(name, migrationsFolder)));
  }
  digest.update(clockScript);
  return new URL(`embedded-database-${digest.digest("hex").slice(0, 16)}.tar.gz`, artifactsFolder);
}

async function readPrepared(): Promise<Blob | undefined> {
  const file = await findPreparedFile();
  return existsSync(file) ? new Blob([await readFile(file)], { type: "application/x-gzip" }) : undefined;
}
