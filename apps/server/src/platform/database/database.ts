import type { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./schema.ts";

/** The system of record: PostgreSQL, or PGlite for a server that runs without one. */
export type Database = Kysely<Schema>;

const int8Type = 20;
const numericType = 1700;

/** Reads an amount or a count, which are never larger than a number holds exactly. */
export function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/** Reads a numeric: sums of amounts have no fraction and must be exact; what has one is a measurement, of the queue's own. */
export function parseNumeric(text: string): number {
  return text.includes(".") ? Number(text) : parseSafeInteger(text);
}

/** How to reach PostgreSQL. */
export interface DatabaseOptions {
  url: string;
  poolSize: number;
  applicationName: string;
  /** Hears of connections that broke, idle or in use. */
  onConnectionError(error: Error): void;
}

/** Connects to PostgreSQL through a pool. Amounts arrive as safe integers, never as text. */
export function connectDatabase(options: DatabaseOptions): Database {
  const types: pg.CustomTypesConfig = {
    getTypeParser: ((id: number, format?: "text" | "binary") =>
      id === int8Type
        ? parseSafeInteger
        : id === numericType
          ? parseNumeric
          : pg.types.getTypeParser(id, format as "text")) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    query_timeout: 35_000,
    keepAlive: true,
    types,
  });
  pool.on("error", options.onConnectionError);
  // The pool listens to idle connections only; one that breaks in use would end the process.
  pool.on("connect", (client) => client.on("error", options.onConnectionError));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Opens PostgreSQL in this process. */
export function openEmbeddedDatabase(pglite: PGlite): Database {
  return new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
}
