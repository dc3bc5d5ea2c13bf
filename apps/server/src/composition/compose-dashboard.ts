import type { Operations } from "@mintwright/api-contract";
import { dashboardApiPath, dashboardOperationsPath } from "@mintwright/api-contract/dashboard";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config, DashboardConfig } from "../config/index.ts";
import type { RequestKey } from "../features/admission/index.ts";
import { registerChatDashboard } from "../features/chat/index.ts";
import { createCollectionService, registerCollectionsDashboard } from "../features/collections/index.ts";
import { registerSarifRoute } from "../features/contracts/index.ts";
import { registerCreditsDashboard } from "../features/credits/index.ts";
import { maxReferenceBytes, registerFilesDashboard } from "../features/files/index.ts";
import { ensureDashboardKey, registerKeysDashboard } from "../features/keys/index.ts";
import type { Places } from "../features/limits/index.ts";
import {
  type KnownEngine,
  registerOperatorAccountRoutes,
  registerOperatorOperationsRoutes,
} from "../features/operator/index.ts";
import {
  createPaymentService,
  registerPaymentEvents,
  registerPaymentRoutes,
} from "../features/payments/index.ts";
import {
  adoptDashboardSecret,
  createAuth,
  createEmailJob,
  createEmailOutbox,
  createSignInService,
  deriveDashboardKeys,
  registerSignInDashboard,
  registerSignInRoutes,
} from "../features/sign-in/index.ts";
import { registerWebhooksDashboard } from "../features/webhooks/index.ts";
import { registerDashboardPages } from "../http/dashboard-pages.ts";
import {
  authenticate,
  createDashboardServer,
  createUploadServer,
  guardDashboardApi,
} from "../http/dashboard-server.ts";
import { listMintingChainIds } from "./build-chains.ts";
import { buildMailer, buildPaymentProvider } from "./build-dashboard-engines.ts";
import { buildFileDeletion } from "./build-files.ts";
import type { Platform } from "./compose-platform.ts";
import { version } from "./version.ts";

/** What the dashboard stands on. */
export interface DashboardParts {
  config: Config;
  dashboard: DashboardConfig;
  platform: Platform;
  operations: Operations;
  places: Places;
  engines: readonly KnownEngine[];
  /** Serves the public operations a second time, with the session in place of the API key. */
  registerOperations(api: FastifyInstance, readKey: (request: FastifyRequest) => Promise<RequestKey>): void;
}

/** Builds the dashboard: its pages, its sign-in, its API, and the public operations for signed-in users. */
export async function composeDashboard(
  app: FastifyInstance,
  {
    config,
    dashboard: { publicUrl, ...secrets },
    platform,
    operations,
    places,
    engines,
    registerOperations,
  }: DashboardParts,
): Promise<void> {
  const { database, reads, logger, store, queue, metrics } = platform;
  const { cell } = config;
  const mailer = buildMailer(config);
  app.addHook("onClose", async () => {
    await queue.stop();
    mailer.close();
  });
  // Sent here and not by workers: only this process must know how.
  await queue.work([createEmailJob(mailer)], { logger, metrics });
  const outbox = createEmailOutbox(database, queue.enqueue);
  const keys = deriveDashboardKeys(secrets);
  await adoptDashboardSecret(database, keys);
  const auth = await createAuth({ database, outbox, logger, publicUrl, keys });
  const signIn = createSignInService(database, auth, buildFileDeletion(queue.enqueue));
  const payments =
    config.payments &&
    createPaymentService({
      ...config.payments,
      provider: await buildPaymentProvider(config.payments),
      database,
      logger,
      publicUrl,
    });
  if (payments) await app.register((events) => registerPaymentEvents(events, payments));
  await app.register(registerDashboardPages);
  await app.register(
    async (api) => {
      guardDashboardApi(api, publicUrl);
      registerSignInRoutes(api, { auth, outbox, database, publicUrl });
      const serve = createDashboardServer(api, { signIn, places, logger });
      registerSignInDashboard(serve, { database, signIn });
      registerCreditsDashboard(serve, { database, reads });
      registerPaymentRoutes(serve, { database, payments });
      registerCollectionsDashboard(serve, {
        database,
        collections: createCollectionService({ database, enqueue: queue.enqueue, logger }),
        publicUrl,
        mintingChainIds: listMintingChainIds(config),
        mintPrice: config.minting.priceInCredits,
      });
      registerWebhooksDashboard(serve, database);
      registerKeysDashboard(serve, { database, cell, operations });
      await api.register(async (uploads) => {
        const serveUploads = createUploadServer(uploads, { signIn, places, logger }, maxReferenceBytes);
        registerFilesDashboard(serveUploads, { database, store, publicUrl });
      });
      registerChatDashboard(serve, database);
      registerOperatorAccountRoutes(serve, database);
      registerOperatorOperationsRoutes(serve, { database, queue, engines });
      registerSarifRoute(serve, version);
      await api.register(
        async (door) =>
          registerOperations(door, async (request) => {
            const { accountId } = await authenticate(request, signIn);
            return { dashboardKeyId: await ensureDashboardKey(database, accountId) };
          }),
        { prefix: dashboardOperationsPath },
      );
    },
    { prefix: dashboardApiPath },
  );
}
