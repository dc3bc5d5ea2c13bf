import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import type { CleanUpRound } from "./database/clean-up-round.ts";
import type { Database } from "./database/database.ts";
import { deleteInBatches } from "./database/delete-in-batches.ts";
import type { Logger } from "./logging.ts";
import { startLoop } from "./loop.ts";

const heartbeatInMs = 3_000;

/** A process without a heartbeat for this long is dead: the sweeper releases its holds and claims. */
export const processSilenceInMs = 15_000;

/**
 * How long some process must have reached the database without a gap before silence counts. After a failover a live process
 * may be silent for 43 s longer than another: a statement on a connection to the old primary fails after 35 s, opening the
 * next connection after 5 s, and its heartbeat follows within 3 s.
 */
export const silenceGraceInMs = 45_000;

/** A process whose heartbeat is recorded in the database. */
export interface RegisteredProcess {
  processId: string;
  stop(): Promise<void>;
}

async function recordHeartbeat(database: Database, processId: string, role: string): Promise<void> {
  await database
    .insertInto("process")
    .values({ process_id: processId, role, host: hostname() })
    .onConflict((conflict) =>
      conflict.column("process_id").doUpdateSet({
        seen_at: sql`now()`,
        in_touch_since: sql`case when process.seen_at < now() - interval '10 seconds' then now()
          else process.in_touch_since end`,
      }),
    )
    .execute();
}

export async function registerProcess(
  database: Database,
  role: string,
  logger: Logger,
): Promise<RegisteredProcess> {
  const processId = randomUUID();
  await recordHeartbeat(database, processId, role);
  const heartbeat = startLoop(
    {
      intervalInMs: heartbeatInMs,
      maxBackoffInMs: heartbeatInMs,
      startsWithPause: true,
      onError: (error) => logger.warn({ error }, "heartbeat failed, will retry"),
    },
    () => recordHeartbeat(database, processId, role),
  );
  return {
    processId,
    async stop() {
      // A heartbeat in progress would insert the row again.
      await heartbeat.stop();
      await database.deleteFrom("process").where("process_id", "=", processId).execute();
    },
  };
}

export async function deleteDeadProcesses(database: Database, round: CleanUpRound): Promise<void> {
  const before = sql`now() - interval '1 day'`;
  await deleteInBatches(database, round, { table: "process", ageColumn: "seen_at", before });
}
