import type { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { fromKysely } from "pg-boss";
import type { Database } from "../database/database.ts";
import { listenTo, type Subscription } from "../database/listen.ts";
import type { Logger } from "../logging.ts";

type PgBossDatabase = ReturnType<typeof fromKysely>;

/** Where the queue runs its statements and hears of new jobs. */
export interface QueueDatabase extends PgBossDatabase {
  /** Calls back with the name of a queue that got a job, and with nothing when notifications may have been missed. */
  subscribe(onJob: (queueName: string | undefined) => void): Promise<Subscription | undefined>;
}

export interface QueueConnections {
  /** Where to listen for new jobs, unless it is a pooler; without it they are found within a second. */
  url?: string | undefined;
  /** Where to listen instead. */
  directUrl?: string | undefined;
  pglite?: PGlite | undefined;
  logger: Logger;
}

/**
 * Adapts the database for pg-boss, whose own adapter for Kysely cannot listen. The channel that pg-boss names is kept until a
 * process works on jobs: one that only adds jobs needs no connection for it.
 */
export function createQueueDatabase(
  database: Database,
  { url, directUrl, pglite, logger }: QueueConnections,
): QueueDatabase {
  const { executeSql } = pglite ? fromEmbedded(database, pglite) : fromPool(database);
  let channel: string | undefined;
  return {
    executeSql,
    async listen(named) {
      channel = named;
      return { close: async () => {} };
    },
    async subscribe(onJob) {
      if (!channel) return undefined;
      if (pglite) {
        const named = channel;
        const unsubscribe = await database.connection().execute(() => pglite.listen(named, onJob));
        return { close: () => database.connection().execute(() => unsubscribe()) };
      }
      const listenUrl = directUrl ?? url;
      if (!listenUrl) return undefined;
      return listenTo({ url: listenUrl, isDirect: directUrl !== undefined, logger }, channel, {
        onNotification: onJob,
        onConnected: () => onJob(undefined),
      });
    },
  };
}

/**
 * Runs scripts, which begin and commit a transaction of their own, on one connection, and rolls back after an error: the
 * transaction would stay open, on this connection and on one of a pooler's.
 */
function fromPool(database: Database): PgBossDatabase {
  const single = fromKysely(database);
  const runScript = (text: string) =>
    database.connection().execute(async (connection) => {
      try {
        return await fromKysely(connection).executeSql(text);
      } catch (error) {
        await sql`rollback`.execute(connection);
        throw error;
      }
    });
  return {
    executeSql: (text, values) => (values?.length ? single.executeSql(text, values) : runScript(text)),
  };
}

/**
 * Scripts of several statements, which only PGlite itself can run, take their turn on its one connection:
 * no transaction may be open on it meanwhile.
 */
function fromEmbedded(database: Database, pglite: PGlite): PgBossDatabase {
  const single = fromKysely(database);
  const runScript = (text: string) =>
    database.connection().execute(async () => {
      try {
        return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) };
      } catch (error) {
        await pglite.exec("rollback");
        throw error;
      }
    });
  return {
    executeSql: (text, values) => (values?.length ? single.executeSql(text, values) : runScript(text)),
  };
}
