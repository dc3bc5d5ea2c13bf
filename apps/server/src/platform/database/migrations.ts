import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { ServiceUnavailableError } from "../errors.ts";
import type { Logger } from "../logging.ts";
import { applyMigration } from "./apply-migration.ts";
import type { Database } from "./database.ts";
import { detectPooler } from "./detect-pooler.ts";
import { takeTurn } from "./exclusive-turn.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import type { MigrationSession } from "./migration-session.ts";
import type { Schema } from "./schema.ts";

export interface MigrationOptions {
  /** Folders with SQL files; by default the product's own. */
  folders?: readonly URL[];
  /** How long to retry a migration that does not get its lock (300,000). */
  lockPatienceInMs?: number;
  logger?: Logger | undefined;
}

/** Short, because everything that uses the table queues behind a statement that waits for its lock. */
const lockTimeout = "500ms";
const retryInMs = 1_000;
const retriedCodes = ["55P03", "40P01"];
const canceledCode = "57014";

/**
 * Applies missing migrations and returns their names. Uses connections of its own, one of them for the lock, without a
 * statement timeout: building an index on a large table takes long.
 */
export async function migrateDatabase(url: string, options: MigrationOptions = {}): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    application_name: "mintwright-migrate",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const ignoreBroken = () => {};
  pool.on("error", ignoreBroken);
  pool.on("connect", (client) => client.on("error", ignoreBroken));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const hasSession = !(await isPooled(pool));
    return await takeTurn(database, sql`hashtextextended('mintwright.migrations', 0)`, {
      onWait: () => options.logger?.info("another process is applying migrations, waiting for its lock"),
      work: () =>
        database.connection().execute(async (connection) => {
          const session = { connection, hasSession };
          return applyMissing(session, await readMigrationFiles(options.folders), options);
        }),
    });
  } finally {
    await database.destroy();
  }
}

async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  return detectPooler(client).finally(() => client.release());
}

/** Applies the migrations to an embedded database. It has no other session, so indexes are not built concurrently. */
export async function migrateEmbeddedDatabase(
  database: Database,
  options: MigrationOptions = {},
): Promise<string[]> {
  const files = (await readMigrationFiles(options.folders)).map(({ name, script }) => ({
    name,
    script: script.replaceAll(/\bindex\s+concurrently\b/gi, "index"),
    isTransactional: true,
  }));
  return applyMissing({ connection: database, hasSession: true }, files, options);
}

export async function listMissingMigrations(database: Database): Promise<string[]> {
  const applied = await listApplied(database);
  const files = await readMigrationFiles();
  return files.map(({ name }) => name).filter((name) => !applied.includes(name));
}

async function applyMissing(
  session: MigrationSession,
  files: readonly MigrationFile[],
  options: MigrationOptions,
): Promise<string[]> {
  const { connection } = session;
  await sql`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    connection,
  );
  const applied = await listApplied(connection);
  const missing = listInOrder(files, applied);
  const newer = listUnknown(files, applied);
  if (newer.length > 0)
    options.logger?.info({ migrations: newer }, "database has migrations of a newer version, going on");
  for (const file of missing) await applyWithRetries(session, file, options);
  return missing.map(({ name }) => name);
}

/**
 * Returns the missing migrations. Migrations of a newer version are ignored: they only expand the schema, so that this
 * version works beside it, before and after a rollback. Throws when a missing file precedes an applied one.
 */
function listInOrder(files: readonly MigrationFile[], applied: readonly string[]): MigrationFile[] {
  const [unknown] = listUnknown(files, applied);
  // A newer version only adds files at the end. Anything else is a database from before the first release.
  if (unknown && files.some(({ name }) => name > unknown)) throw explainUnreleased(unknown);
  const missing = files.filter(({ name }) => !applied.includes(name));
  const late = missing.find(({ name }) => applied.some((earlier) => earlier > name));
  if (late)
    throw new Error(
      `Migration ${late.name} comes before one that is already applied. Rename it so that it is the last.`,
    );
  return missing;
}

function listUnknown(files: readonly MigrationFile[], applied: readonly string[]): string[] {
  return applied.filter((name) => !files.some((file) => file.name === name)).sort();
}

async function listApplied(database: Database): Promise<string[]> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(database);
  if (!rows[0]?.is_there) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  return applied.rows.map(({ name }) => name);
}

async function applyWithRetries(
  session: MigrationSession,
  file: MigrationFile,
  { lockPatienceInMs = 300_000, logger }: MigrationOptions,
): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMigration(session, file, lockTimeout);
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (code === canceledCode && !session.hasSession) throw explainPooler(file.name, error);
      if (!retriedCodes.includes(code)) throw error;
      if (performance.now() - startedAt > lockPatienceInMs) throw explainLock(file.name, attempt, error);
      logger?.warn({ migration: file.name, attempt, retryInMs, error }, "migration lock timeout, will retry");
      await sleep(retryInMs);
    }
  }
}

function explainUnreleased(name: string): ServiceUnavailableError {
  return new ServiceUnavailableError(
    `This database was created by an unreleased version and cannot be upgraded (it has migration ${name}). ` +
      "Create a new, empty database, or a new data folder for the sandbox.",
  );
}

function explainPooler(name: string, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(
    `Migration ${name} was canceled by a statement timeout, which cannot be lifted behind a connection pooler. ` +
      "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself and run `mintwright migrate` again.",
    { cause },
  );
}

function explainLock(name: string, attempts: number, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(
    `Migration ${name} did not get its lock in ${attempts} attempts, because another session keeps it. ` +
      "Find the long transaction in pg_stat_activity, end it, and run `mintwright migrate` again.",
    { cause },
  );
}
