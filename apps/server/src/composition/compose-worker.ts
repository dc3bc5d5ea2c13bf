import type { Config } from "../config/index.ts";
import type { ObjectStore } from "../engines/storage/index.ts";
import { createAdmissionJobs } from "../features/admission/index.ts";
import { createCreditsJobs, startSweeper } from "../features/credits/index.ts";
import { createPageJobs } from "../features/pages/index.ts";
import { createWebhookJobs, startDelivery } from "../features/webhooks/index.ts";
import type { Database } from "../platform/database/database.ts";
import { createOutbound } from "../platform/outbound/index.ts";
import type { JobDefinition } from "../platform/queue/queue.ts";
import type { Platform } from "./compose-platform.ts";

/** Lists every job that a worker runs. */
export function listJobs(database: Database, store: ObjectStore): JobDefinition[] {
  return [
    ...createCreditsJobs(database),
    ...createAdmissionJobs(database, store),
    ...createWebhookJobs(database),
    ...createPageJobs(database),
  ];
}

/** Starts everything that happens without a request: jobs, the sweeper and the delivery of webhooks. */
export async function startWork(
  config: Config,
  { database, store, queue, logger, metrics }: Platform,
): Promise<{ stop(): Promise<void> }> {
  await queue.work(listJobs(database, store), { logger, metrics });
  const sweeper = startSweeper({ database, logger, metrics });
  const outbound = createOutbound({ allow: config.outboundAllow });
  const delivery = startDelivery({ database, outbound, logger, metrics });
  return {
    async stop() {
      await delivery.stop();
      await sweeper.stop();
      await queue.stop();
    },
  };
}
