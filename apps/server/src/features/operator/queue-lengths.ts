import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import { type Backlog, measureQueues } from "../../platform/queue/queue-inspection.ts";
import { measureImageQueues } from "../collections/index.ts";
import { measureMints } from "../minting/index.ts";
import { recordQueueLengths } from "./queue-minutes.repository.ts";

const measureEveryInMs = 10_000;

/** Measures every queue: pg-boss jobs, image claims and mints. */
export async function measureQueueLengths(database: Database): Promise<Backlog[]> {
  const images = await measureImageQueues(database);
  const mints = await measureMints(database);
  return [...images, mints, ...(await measureQueues(database))];
}

/** Records queue lengths every few seconds. Several workers may do so at once. */
export function startQueueLengthRecords({ database, logger }: { database: Database; logger: Logger }): Loop {
  return startLoop(
    {
      intervalInMs: measureEveryInMs,
      onError: (error) => logger.warn({ error }, "recording queue lengths failed, will retry"),
    },
    async () => recordQueueLengths(database, await measureQueueLengths(database)),
  );
}
