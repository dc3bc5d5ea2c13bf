import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import type { Database } from "./database/database.ts";
import { deleteInBatches } from "./database/delete-in-batches.ts";
import type { Logger } from "./logging.ts";
import { startLoop } from "./loop.ts";

const heartbeatInMs = 3_000;

/** A process that is silent for so long is dead: what it held is given back. */
export const processSilenceInMs = 15_000;

/** A process that has told the database that it lives, and goes on telling. */
export interface RegisteredProcess {
  processId: string;
  stop(): Promise<void>;
}

async function showLife(database: Database, processId: string, role: string): Promise<void> {
  await database
    .insertInto("process")
    .values({ process_id: processId, role, host: hostname() })
    .onConflict((conflict) => conflict.column("process_id").doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

/** Registers this process and keeps its sign of life fresh until it stops. */
export async function registerProcess(
  database: Database,
  role: string,
  logger: Logger,
): Promise<RegisteredProcess> {
  const processId = randomUUID();
  await showLife(database, processId, role);
  const heartbeat = startLoop(
    {
      intervalInMs: heartbeatInMs,
      maxBackoffInMs: heartbeatInMs,
      startsWithPause: true,
      onError: (error) => logger.warn({ error }, "heartbeat failed, will retry"),
    },
    () => showLife(database, processId, role),
  );
  return {
    processId,
    async stop() {
      // A heartbeat that is still under way would bring the row back.
      await heartbeat.stop();
      await database.deleteFrom("process").where("process_id", "=", processId).execute();
    },
  };
}

/** Forgets processes that have been silent for a day. */
export async function forgetDeadProcesses(database: Database): Promise<void> {
  await deleteInBatches(database, "process", sql`seen_at < now() - interval '1 day'`);
}
