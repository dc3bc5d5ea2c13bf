import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import { type Backlog, measureQueues } from "../../platform/queue/queue-inspection.ts";
import { measureImageLines } from "../collections/index.ts";
import { measureMints } from "../minting/index.ts";
import { recordBacklogs } from "./queue-minutes.repository.ts";

const measureEveryInMs = 10_000;

/** Measures every queue: pg-boss jobs, image claims and mints. */
export async function measureBacklogs(database: Database): Promise<Backlog[]> {
  const lines = await measureImageLines(database);
  const mints = await measureMints(database);
  return [...lines, mints, ...(await measureQueues(database))];
}

/** Records queue lengths every few seconds. Several workers may do so at once. */
export function startBacklogRecords({ database, logger }: { database: Database; logger: Logger }): Loop {
  return startLoop(
    {
      intervalInMs: measureEveryInMs,
      onError: (error) => logger.warn({ error }, "recording queue lengths failed, will retry"),
    },
    async () => recordBacklogs(database, await measureBacklogs(database)),
  );
}
