import type { PGlite } from "@electric-sql/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PGliteDialect,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";
import pg from "pg";
import { evictStaleConnections } from "./evict-connections.ts";
import { prepareStatements } from "./prepared-statements.ts";
import type { Schema } from "./schema.ts";

/** PostgreSQL, or PGlite for the sandbox. */
export type Database = Kysely<Schema>;

const int8Type = 20;
const numericType = 1700;

/** Parses an amount or a count. Throws when a JavaScript number cannot represent it exactly. */
export function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/**
 * Parses a numeric. Sums of amounts have no fraction and must be exact; values with a fraction are pg-boss's own
 * measurements.
 */
export function parseNumeric(text: string): number {
  return text.includes(".") ? Number(text) : parseSafeInteger(text);
}

/**
 * Limits that each transaction sets for itself: connection poolers reject them as startup parameters, and settings of a
 * connection leak to its next user. Statements outside a transaction have the timeout of the role
 * (`statement-timeout.ts`): a transaction around each would take two more round trips.
 */
const transactionBounds = [
  "set local statement_timeout = '30s'",
  // Shorter than a caller's timeout, because waiting for a lock occupies a connection.
  "set local lock_timeout = '5s'",
  // A process that stops in the middle of a transaction would keep its locks.
  "set local idle_in_transaction_session_timeout = '10s'",
].join("; ");

class BoundedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    if (settings.isolationLevel || settings.accessMode) {
      await super.beginTransaction(connection, settings);
      await connection.executeQuery(CompiledQuery.raw(transactionBounds));
    } else await connection.executeQuery(CompiledQuery.raw(`begin; ${transactionBounds}`));
  }
}

class BoundedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver() {
    return new BoundedDriver({ pool: this.#pool });
  }
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  applicationName: string;
  /** For a server that another can stand in for: gives up soon, and keeps no connection that may hang for ever. */
  failsFast?: boolean;
  onConnectionError(error: Error): void;
  /** Called once with the pool, whose counts change. */
  onPool?(pool: { totalCount: number; idleCount: number; waitingCount: number }): void;
}

/** Connects to PostgreSQL through a pool. Amounts are parsed as safe integers, never as text. */
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
    connectionTimeoutMillis: options.failsFast ? 1_000 : 5_000,
    query_timeout: options.failsFast ? 2_000 : 35_000,
    ...(options.failsFast && { maxLifetimeSeconds: 60 }),
    keepAlive: true,
    types,
    onConnect: prepareStatements,
  });
  options.onPool?.(pool);
  evictStaleConnections(pool);
  pool.on("error", options.onConnectionError);
  // The pool handles errors of idle connections only; an unhandled error of one in use would end the process.
  pool.on("connect", (client) => client.on("error", options.onConnectionError));
  return new Kysely<Schema>({ dialect: new BoundedDialect(pool) });
}

export function openEmbeddedDatabase(pglite: PGlite): Database {
  return new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
}
