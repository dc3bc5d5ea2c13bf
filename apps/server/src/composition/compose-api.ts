import { readFileSync } from "node:fs";
import { createOperations, type Operation, type Operations } from "@mintwright/api-contract";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/index.ts";
import {
  type AdmissionService,
  createAdmissionService,
  findKeptAnswer,
} from "../features/admission/index.ts";
import { chainChecks, registerChainRoutes } from "../features/chains/index.ts";
import { createCollectionService, registerCollectionRoutes } from "../features/collections/index.ts";
import { registerContractInterfaceRoutes } from "../features/contract-interface/index.ts";
import {
  createHoldKeeper,
  createLostHolds,
  createSettlementService,
  registerCreditsRoutes,
} from "../features/credits/index.ts";
import { registerImageRoutes } from "../features/images/index.ts";
import { createMintMetadataService, registerMintMetadataRoutes } from "../features/mint-metadata/index.ts";
import { createMintingService } from "../features/minting/index.ts";
import { registerAlertRoutes, registerNewsRoutes } from "../features/news/index.ts";
import { createPageReader } from "../features/pages/index.ts";
import { registerPictureRoutes } from "../features/pictures/index.ts";
import { registerPromptRoutes } from "../features/prompts/index.ts";
import { registerWebhookRoutes } from "../features/webhooks/index.ts";
import { createApp } from "../http/create-app.ts";
import { registerMissingDashboard } from "../http/missing-dashboard.ts";
import {
  createOperationServer,
  holdDeadlineInMs,
  type OperationServerParts,
} from "../http/operation-server.ts";
import { registerDocumentation, registerHealthRoutes, registerMethodGuards } from "../http/public-routes.ts";
import type { ServeOperation } from "../platform/operation-context.ts";
import type { Tracing } from "../platform/telemetry/tracing.ts";
import { buildMintingChains, listContracts } from "./build-chains.ts";
import { buildContractModels } from "./build-contract-models.ts";
import { buildChatEngines, getEngineFor } from "./build-engines.ts";
import { buildImages } from "./build-images.ts";
import { composeChat } from "./compose-chat.ts";
import type { Platform } from "./compose-platform.ts";
import { createReadinessCheck } from "./readiness.ts";
import { version } from "./version.ts";

/** What another composition than the live one does differently at the door. */
export interface Door {
  readKey: OperationServerParts["readKey"];
  aroundAdmission(admission: AdmissionService): AdmissionService;
  aroundServe(serve: ServeOperation): ServeOperation;
  /** Operations beside those of the live API. */
  moreOperations: Record<string, Operation>;
  registerMore(serve: ServeOperation, api: FastifyInstance): void;
}

/** Builds the HTTP API with every route on top of a platform. */
export function composeApi(
  config: Config,
  platform: Platform,
  {
    tracing,
    buildDoor,
  }: { tracing?: Tracing | undefined; buildDoor?: (operations: Operations) => Door } = {},
): FastifyInstance {
  const { logger, metrics, database, store, queue, outbound, self } = platform;
  const app = createApp({
    logger,
    metrics,
    limits: { maxBodyBytes: config.maxBodyBytes, requestTimeoutInMs: config.requestTimeoutInMs },
    tls: config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) },
    trustedProxies: config.trustedProxies,
    tracing,
  });
  const operations = createOperations(config.limits, chainChecks);
  const door = buildDoor?.(operations);
  const engines = buildChatEngines(config, metrics);
  const images = buildImages(config, metrics);
  const contractModels = buildContractModels(config, platform, engines);
  app.addHook("onClose", async () => {
    await images.stop();
    await contractModels.stop();
    holds.stop();
    await pages.stop();
  });
  const lostHolds = createLostHolds(database);
  const pages = createPageReader({ database, outbound, logger });
  const holds = createHoldKeeper({ database, logger, deadlineInMs: holdDeadlineInMs });
  app.register(async (api) => {
    const admission = createAdmissionService({
      database,
      processId: self.processId,
      metrics,
      onUnknownOutcome: lostHolds.giveBack,
    });
    const serveHere = createOperationServer(api, {
      admission: door?.aroundAdmission(admission) ?? admission,
      readKey: door?.readKey,
      settlement: createSettlementService({ database, metrics, onUnknownOutcome: lostHolds.giveBack }),
      holds,
      findKeptAnswer: (accountId, idempotencyKey) => findKeptAnswer(database, accountId, idempotencyKey),
      bodies: store,
      publicUrl: config.publicUrl,
      metrics,
      logger,
    });
    const serve = door?.aroundServe(serveHere) ?? serveHere;
    registerPromptRoutes(serve, operations, getEngineFor(config, engines, "prompt_enhancer"));
    registerImageRoutes(serve, operations, { images: images.service, outbound });
    const collections = createCollectionService({
      database,
      enqueue: platform.queue.enqueue,
      logger,
    });
    registerCollectionRoutes(serve, operations, { collections, images: images.service, outbound });
    composeChat(serve, operations, {
      config,
      platform,
      engines,
      findPassages: pages.findPassages,
      otherModels: contractModels.byName,
    });
    registerChainRoutes(serve, operations);
    registerContractInterfaceRoutes(serve, operations, listContracts(config));
    const enqueuePins = config.pinning && queue.enqueue;
    registerMintMetadataRoutes(
      serve,
      operations,
      createMintMetadataService({ database, store, enqueuePins }),
      createMintingService({ database, chains: buildMintingChains(config), logger }),
    );
    registerCreditsRoutes(serve, operations, database);
    registerWebhookRoutes(serve, operations, database);
    registerNewsRoutes(serve, operations, database);
    registerAlertRoutes(serve, operations, { database, outbound });
    registerPictureRoutes(api, operations, store);
    registerHealthRoutes(api, operations, createReadinessCheck(app, database));
    door?.registerMore(serveHere, api);
    const everyOperation = { ...operations, ...door?.moreOperations };
    registerMethodGuards(api, everyOperation);
    registerDocumentation(api, everyOperation, version);
  });
  app.register(async (pages) => {
    if (!config.dashboard) return registerMissingDashboard(pages);
    // Loaded only where it is served: its parts cost a process half a second.
    const { composeDashboard } = await import("./compose-dashboard.ts");
    await composeDashboard(pages, config, config.dashboard, platform, operations);
  });
  return app;
}
