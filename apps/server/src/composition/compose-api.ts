import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createOperations, fromCredits, type Operation, type Operations } from "@mintwright/api-contract";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/index.ts";
import {
  type AdmissionService,
  createAdmissionService,
  findKeptAnswer,
} from "../features/admission/index.ts";
import { createHoldKeeper, createLostHolds, createSettlementService } from "../features/credits/index.ts";
import { registerFileRoutes } from "../features/files/index.ts";
import { createResultStore, registerSharedRoutes } from "../features/library/index.ts";
import { createPlaces } from "../features/limits/index.ts";
import { chainChecks, registerDropRoutes } from "../features/minting/index.ts";
import { createPageReader } from "../features/project-sites/index.ts";
import { createRequestRecorder } from "../features/request-logs/index.ts";
import { allowOrigins } from "../http/allow-origins.ts";
import { createApp } from "../http/create-app.ts";
import {
  createOperationServer,
  holdDeadlineInMs,
  type OperationServerParts,
} from "../http/operation-server.ts";
import {
  registerDocumentation,
  registerHealthRoutes,
  registerMethodGuards,
  registerMissingDashboard,
} from "../http/public-routes.ts";
import type { Tracing } from "../platform/telemetry/tracing.ts";
import type { ServeOperation } from "../serving/operation-context.ts";
import { buildDropReaders } from "./build-chains.ts";
import { buildContractModels } from "./build-contract-models.ts";
import { buildChatEngines } from "./build-engines.ts";
import { buildImages } from "./build-images.ts";
import { buildLibrary } from "./build-library.ts";
import { composeOperations } from "./compose-operations.ts";
import type { Platform } from "./compose-platform.ts";
import { listKnownEngines } from "./known-engines.ts";
import { createReadinessCheck } from "./readiness.ts";
import { version } from "./version.ts";

/** Overrides for how the sandbox reads the API key and wraps handlers. */
export interface ApiOverrides {
  readKey: OperationServerParts["readKey"];
  aroundAdmission(admission: AdmissionService): AdmissionService;
  aroundServe(serve: ServeOperation): ServeOperation;
  /** Replaces the configured CORS origins: whether the page that sent the request may read the answer. */
  allowsOrigin(request: IncomingMessage): boolean;
  /** True: answers of the built-in chat engine cost as much as those of a model. */
  chargesOfflineAnswers: boolean;
  moreOperations: Record<string, Operation>;
  registerMore(serve: ServeOperation, api: FastifyInstance): void;
}

export function composeApi(
  config: Config,
  platform: Platform,
  {
    tracing,
    draining,
    buildOverrides,
  }: {
    tracing?: Tracing | undefined;
    /** Aborted when the process will stop: it is not ready any more and asks clients to reconnect. */
    draining?: AbortSignal | undefined;
    buildOverrides?: (operations: Operations) => ApiOverrides;
  } = {},
): FastifyInstance {
  const { logger, metrics, database, store, queue, self } = platform;
  const app = createApp({
    logger,
    metrics,
    limits: { maxBodyBytes: config.maxBodyBytes, requestTimeoutInMs: config.requestTimeoutInMs },
    tls: config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) },
    trustedProxies: config.trustedProxies,
    tracing,
    draining,
  });
  const operations = createOperations(config.limits, chainChecks, {
    mint: fromCredits(config.minting.priceInCredits),
  });
  const overrides = buildOverrides?.(operations);
  const engines = buildChatEngines(config, platform);
  const images = buildImages(config, platform, { waitsForPlace: false });
  const contractModels = buildContractModels(config, platform, engines);
  app.addHook("onClose", async () => {
    await images.stop();
    await contractModels.stop();
    holds.stop();
    await pages.stop();
    await recorder?.stop();
  });
  const lostHolds = createLostHolds(database);
  const places = createPlaces({ database, processId: self.processId, logger });
  const pages = createPageReader({ database, enqueue: queue.enqueue, places, logger });
  const holds = createHoldKeeper({ database, logger, deadlineInMs: holdDeadlineInMs });
  const admission = createAdmissionService({
    database,
    processId: self.processId,
    metrics,
    onUnknownOutcome: lostHolds.release,
  });
  // The sandbox keeps a log of its own.
  const recorder = overrides
    ? undefined
    : createRequestRecorder({ database, logger, metrics, settings: config.logs });
  const serverParts: OperationServerParts = {
    admission: overrides?.aroundAdmission(admission) ?? admission,
    readKey: overrides?.readKey,
    settlement: createSettlementService({ database, metrics, onUnknownOutcome: lostHolds.release }),
    holds,
    findKeptAnswer: (accountId, idempotencyKey) => findKeptAnswer(database, accountId, idempotencyKey),
    bodies: store,
    places,
    results: createResultStore({ database, store, libraryDays: config.retention.libraryDays, logger }),
    publicUrl: config.publicUrl,
    recorder,
    metrics,
    logger,
  };
  const library = buildLibrary(config, platform);
  const registerOperations = composeOperations(config, platform, operations, {
    engines,
    images: images.service,
    contractModels,
    findPassages: pages.findPassages,
    chargesOfflineAnswers: overrides?.chargesOfflineAnswers ?? false,
    library,
  });
  app.register(async (api) => {
    await allowOrigins(api, overrides?.allowsOrigin ?? config.corsOrigins);
    const serve = createOperationServer(api, serverParts);
    registerOperations(overrides?.aroundServe(serve) ?? serve);
    registerFileRoutes(api, operations, store);
    registerSharedRoutes(api, operations, { database, library });
    registerDropRoutes(api, operations, {
      database,
      chains: buildDropReaders(config),
      publicUrl: config.publicUrl ?? "",
    });
    registerHealthRoutes(api, operations, createReadinessCheck(database, draining));
    overrides?.registerMore(serve, api);
    const everyOperation = { ...operations, ...overrides?.moreOperations };
    registerMethodGuards(api, everyOperation);
    registerDocumentation(api, everyOperation, version);
  });
  app.register(async (pages) => {
    if (!config.dashboard) return registerMissingDashboard(pages);
    // Imported only where it is served: loading the dashboard takes half a second.
    const { composeDashboard } = await import("./compose-dashboard.ts");
    await composeDashboard(pages, {
      config,
      dashboard: config.dashboard,
      platform,
      operations,
      places,
      engines: listKnownEngines(config, engines, images.engines),
      registerOperations: (api, readKey) =>
        registerOperations(createOperationServer(api, { ...serverParts, readKey, recordsOnlyPaid: true })),
    });
  });
  return app;
}
