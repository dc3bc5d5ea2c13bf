import type { ObjectStore } from "../engines/storage/index.ts";
import { createAdmissionJobs } from "../features/admission/index.ts";
import { createCreditsJobs, startSweeper } from "../features/credits/index.ts";
import { createPageJobs } from "../features/pages/index.ts";
import type { Database } from "../platform/database/database.ts";
import { type JobDefinition, startQueue } from "../platform/queue/queue.ts";
import type { Platform } from "./compose-platform.ts";

/** Lists every job that a worker runs. */
export function listJobs(database: Database, store: ObjectStore): JobDefinition[] {
  return [
    ...createCreditsJobs(database),
    ...createAdmissionJobs(database, store),
    ...createPageJobs(database),
  ];
}

/** Starts everything that happens without a request: jobs and the sweeper. */
export async function startWork({
  database,
  store,
  logger,
  metrics,
}: Platform): Promise<{ stop(): Promise<void> }> {
  const queue = await startQueue(database, listJobs(database, store), { logger, metrics });
  const sweeper = startSweeper({ database, logger, metrics });
  return {
    async stop() {
      await sweeper.stop();
      await queue.stop();
    },
  };
}
