import type { PGlite } from "@electric-sql/pglite";
import type { Database } from "../../../platform/database/database.ts";
import { createLogger } from "../../../platform/logging.ts";
import type { Outbound } from "../../../platform/outbound/index.ts";
import { openQueue } from "../../../platform/queue/queue.ts";
import { createMetrics } from "../../../platform/telemetry/metrics.ts";
import { createPlaces } from "../../limits/index.ts";
import { createPageReader, type PageReader, type PageTimes } from "../project-sites.service.ts";
import { createReadSiteJob, type ReadTimes, readSiteKind } from "../read-site.job.ts";

const hour = 60 * 60_000;
const defaultTimes = {
  firstReadInMs: 15_000,
  longestWaitInMs: 60_000,
  usableForInMs: 7 * 24 * hour,
  wholeReadInMs: 20_000,
  freshForInMs: hour,
  retryInMs: 60_000,
};

/** A reader and a worker of its own, as one more installation process of each kind would have them. */
export async function startReader(
  parts: { database: Database; outbound: Outbound; processId: string; url?: string; pglite?: PGlite },
  changes: Partial<PageTimes & ReadTimes> = {},
): Promise<PageReader> {
  const { database, outbound, processId, url, pglite } = parts;
  const times = { ...defaultTimes, ...changes };
  const logger = createLogger("silent");
  const settings = { logger, isWorker: true, ...(url && { url }), ...(pglite && { pglite }) };
  const queue = await openQueue(database, [readSiteKind], settings);
  await queue.work([createReadSiteJob({ database, outbound, logger }, times)], {
    logger,
    metrics: createMetrics(),
  });
  const places = createPlaces({ database, processId, logger });
  const reader = createPageReader({ database, enqueue: queue.enqueue, places, logger }, times);
  return {
    findPassages: reader.findPassages,
    async stop() {
      await reader.stop();
      await queue.stop();
    },
  };
}
