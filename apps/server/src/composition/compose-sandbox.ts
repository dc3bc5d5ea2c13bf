import { createSandboxOperations, type Operation, type Operations } from "@mintwright/api-contract";
import type { FastifyInstance } from "fastify";
import { type Config, readConfig } from "../config/index.ts";
import { createLeaseKeeper } from "../engines/pool/index.ts";
import { putDefaultLimits } from "../features/limits/index.ts";
import {
  addSandboxHooks,
  createCallerOrigins,
  createJobFaults,
  createLatency,
  createRequestLog,
  createSandboxAdmission,
  createSandboxServe,
  createSandboxService,
  createWaitingFaults,
  type LatencySetting,
  registerSandboxPage,
  registerSandboxRoutes,
  sandboxCell,
} from "../features/sandbox/index.ts";
import type { EmbeddedDatabase } from "../platform/database/embedded-database.ts";
import { migrateEmbeddedDatabase } from "../platform/database/migrations.ts";
import { readFromPrimary } from "../platform/database/reads.ts";
import { createLogger } from "../platform/logging.ts";
import { createOutbound } from "../platform/outbound/index.ts";
import { registerProcess } from "../platform/process-registry.ts";
import { openQueue } from "../platform/queue/queue.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { buildStore } from "./build-files.ts";
import { type ApiOverrides, composeApi } from "./compose-api.ts";
import type { Platform } from "./compose-platform.ts";
import { enqueuedJobs } from "./compose-platform.ts";
import { listJobs, startWork } from "./compose-worker.ts";

export interface SandboxSettings {
  filesFolder: string;
  latency: LatencySetting;
  seed: number;
  host: string;
  /** Origins beside localhost whose pages may call the sandbox. */
  allowedOrigins: readonly string[];
  logLevel: string;
}

/** The local test server: API and worker in one process, on a database of its own. */
export interface Sandbox {
  app: FastifyInstance;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Composes the same API and worker as the live service, on PostgreSQL inside this process. */
export async function composeSandbox(
  embedded: EmbeddedDatabase,
  settings: SandboxSettings,
): Promise<Sandbox> {
  const config = readConfig({
    // Required by the configuration, never used: the database runs inside this process.
    DATABASE_URL: "postgres://embedded/mintwright",
    MINTWRIGHT_CELL: sandboxCell,
    STORAGE_DIRECTORY: settings.filesFolder,
    LOG_LEVEL: settings.logLevel,
  });
  const platform = await composeEmbeddedPlatform(config, embedded);
  const { database, store } = platform;
  const latency = createLatency({ setting: settings.latency, seed: settings.seed });
  const waitingFaults = createWaitingFaults();
  const log = createRequestLog();
  const jobFaults = createJobFaults(latency);
  const work = await startWork(config, platform, { beforeImage: jobFaults.beforeImage });
  const sandbox = createSandboxService({
    database,
    waitingFaults,
    latency,
    log,
    async runRecurringWork() {
      for (const job of listJobs(config, database, store)) if (job.schedule) await job.handle({});
      platform.queue.lookNow();
    },
    async removeFiles() {
      for await (const name of store.list("")) await store.delete(name);
    },
  });
  await sandbox.open();
  const callers = createCallerOrigins({ listenHost: settings.host, allowed: settings.allowedOrigins });
  function buildOverrides(live: Operations): ApiOverrides {
    const operations = createSandboxOperations(live);
    return {
      readKey: ({ headers }) => sandbox.chooseKey(headers.authorization),
      aroundAdmission: (admission) => createSandboxAdmission(admission, database),
      allowsOrigin: callers.allows,
      chargesOfflineAnswers: true,
      aroundServe: (serve) => createSandboxServe(serve, operations, jobFaults),
      moreOperations: operations as unknown as Record<string, Operation>,
      registerMore(serve, api) {
        registerSandboxRoutes(serve, operations, { sandbox, waitingFaults, log });
        registerSandboxPage(api);
      },
    };
  }
  const app = composeApi(config, platform, { buildOverrides });
  addSandboxHooks(app, { waitingFaults, latency, log, callers });
  return {
    app,
    reset: sandbox.reset,
    async stop() {
      await app.close();
      await work.stop();
      await platform.stop();
    },
  };
}

async function composeEmbeddedPlatform(
  config: Config,
  { pglite, database, isPrepared }: EmbeddedDatabase,
): Promise<Platform> {
  const logger = createLogger(config.logLevel);
  if (!isPrepared) await migrateEmbeddedDatabase(database);
  await putDefaultLimits(database, config.limits.account);
  const queue = await openQueue(database, enqueuedJobs, { logger, isWorker: true, pglite });
  const store = await buildStore(config);
  const self = await registerProcess(database, "sandbox", logger);
  const places = createLeaseKeeper({ database, processId: self.processId, instance: undefined, logger });
  return {
    logger,
    metrics: createMetrics(),
    database,
    reads: readFromPrimary(database),
    store,
    queue,
    // A developer's webhook receivers and project sites run on the same machine.
    outbound: createOutbound({ allowsLoopback: true }),
    self,
    places,
    async stop() {
      await places.stop();
      await queue.stop();
      await self.stop();
      await database.destroy();
      store.close();
    },
  };
}
