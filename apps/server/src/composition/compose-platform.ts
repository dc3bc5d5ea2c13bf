import { hostname } from "node:os";
import type { Config } from "../config/index.ts";
import { createLeaseKeeper, type PlaceKeeper } from "../engines/pool/index.ts";
import type { ObjectStore } from "../engines/storage/index.ts";
import { collectionJobKinds } from "../features/collections/index.ts";
import { deleteFilesKind } from "../features/files/index.ts";
import { putDefaultLimits } from "../features/limits/index.ts";
import { mintingKind, pinCollectionJob } from "../features/minting/index.ts";
import { newsJobKinds } from "../features/news/index.ts";
import { topUpKind } from "../features/payments/index.ts";
import { readSiteKind } from "../features/project-sites/index.ts";
import { sendEmailKind } from "../features/sign-in/index.ts";
import { webhookKind } from "../features/webhooks/index.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { migrateDatabase } from "../platform/database/migrations.ts";
import { type Reads, readFromPrimary } from "../platform/database/reads.ts";
import { ensureStatementTimeout } from "../platform/database/statement-timeout.ts";
import { createLogger, type Logger } from "../platform/logging.ts";
import { createOutbound, type Outbound } from "../platform/outbound/index.ts";
import { type RegisteredProcess, registerProcess } from "../platform/process-registry.ts";
import { backfillKind, type JobKind, openQueue, type Queue } from "../platform/queue/queue.ts";
import { startEngineRecords } from "../platform/telemetry/engine-records.ts";
import { createMetrics, type Metrics } from "../platform/telemetry/metrics.ts";
import { buildStore } from "./build-files.ts";
import { buildReads } from "./build-reads.ts";

export interface Platform {
  logger: Logger;
  metrics: Metrics;
  database: Database;
  /** For reads that a replica may answer. */
  reads: Reads;
  store: ObjectStore;
  queue: Queue;
  /** The only client allowed to call URLs that a caller supplied. */
  outbound: Outbound;
  self: RegisteredProcess;
  /** Places of the engines' servers, leased for the whole cell. */
  places: PlaceKeeper;
  stop(): Promise<void>;
}

export async function composePlatform(config: Config, role: "api" | "worker"): Promise<Platform> {
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();
  const database = connectDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    applicationName: `mintwright-${role}`,
    onConnectionError: (error) => logger.warn({ error }, "database connection lost, the pool will reconnect"),
    onPool: metrics.databasePool.watch,
  });
  const applied = await migrateDatabase(config.databaseDirectUrl ?? config.databaseUrl, { logger });
  if (applied.length > 0) logger.info({ applied }, "migrations applied");
  await ensureStatementTimeout(config.databaseUrl, logger);
  if (role === "api") await putDefaultLimits(database, config.limits.account);
  const queue = await openQueue(database, enqueuedJobs, {
    logger,
    isWorker: role === "worker",
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
  });
  const reads =
    role === "api" ? buildReads(config, { database, logger, metrics }) : readFromPrimary(database);
  const store = await buildStore(config);
  const self = await registerProcess(database, role, logger);
  const { processId } = self;
  const records = startEngineRecords({ database, metrics, processId, logger });
  const port = role === "api" ? config.port : config.metricsPorts.worker;
  const instance = port === 0 ? undefined : `${hostname()}:${port}`;
  const places = createLeaseKeeper({ database, processId, instance, logger });
  return {
    logger,
    metrics,
    database,
    reads,
    store,
    queue,
    outbound: createOutbound({ allow: config.outboundAllow }),
    self,
    places,
    async stop() {
      await places.stop();
      await queue
        .stop()
        .catch((error) =>
          logger.warn({ error }, "queue did not stop cleanly, its jobs will be retried by other workers"),
        );
      await records.stop();
      await self
        .stop()
        .catch((error) => logger.warn({ error }, "process not deregistered, the sweeper will remove it"));
      await reads.stop();
      await database.destroy();
      store.close();
    },
  };
}

/** Job kinds that requests and other jobs enqueue inside their transactions. Every process creates these queues. */
export const enqueuedJobs: readonly JobKind[] = [
  ...collectionJobKinds,
  pinCollectionJob,
  mintingKind,
  ...newsJobKinds,
  sendEmailKind,
  deleteFilesKind,
  webhookKind,
  readSiteKind,
  topUpKind,
  backfillKind,
];
