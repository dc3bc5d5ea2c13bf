import { readdir, readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";

const migrationsFolder = new URL("../../../migrations/", import.meta.url);

/**
 * Runs a script of several statements. The extended protocol takes one statement at a time and PGlite
 * knows no other, so the script travels as a setting and PL/pgSQL executes it.
 */
async function executeScript(database: Kysely<unknown>, script: string): Promise<void> {
  await sql`select set_config('mintwright.script', ${script}, true)`.execute(database);
  await sql`do $$ begin execute current_setting('mintwright.script'); end $$`.execute(database);
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
    const migrations = names.map(async (name): Promise<[string, Migration]> => {
      const script = await readFile(new URL(name, migrationsFolder), "utf8");
      return [name.replace(/\.sql$/, ""), { up: (database) => executeScript(database, script) }];
    });
    return Object.fromEntries(await Promise.all(migrations));
  },
};

function createMigrator(database: Database): Migrator {
  return new Migrator({ db: database, provider: sqlFiles });
}

/** Applies what is missing, under an advisory lock, and returns the names of what it applied. */
export async function migrateDatabase(database: Database): Promise<string[]> {
  const { error, results } = await createMigrator(database).migrateToLatest();
  if (error) throw error;
  return (results ?? [])
    .filter(({ status }) => status === "Success")
    .map(({ migrationName }) => migrationName);
}

/** Lists the migrations that this version of the code needs and the database does not have. */
export async function listMissingMigrations(database: Database): Promise<string[]> {
  const migrations = await createMigrator(database).getMigrations();
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
}
