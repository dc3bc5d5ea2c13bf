import type { Operations } from "@mintwright/api-contract";
import { dashboardApiPath, dashboardOperationsPath } from "@mintwright/api-contract/dashboard";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config, DashboardConfig, PaymentConfig } from "../config/index.ts";
import type { RequestKey } from "../features/admission/index.ts";
import { registerChatDashboard } from "../features/chat/index.ts";
import { createCollectionService, registerCollectionsDashboard } from "../features/collections/index.ts";
import { registerReportRoutes } from "../features/contracts/index.ts";
import { registerCreditsDashboard } from "../features/credits/index.ts";
import { maxReferenceBytes, registerFilesDashboard } from "../features/files/index.ts";
import { ensureMemberKey, registerKeysDashboard } from "../features/keys/index.ts";
import type { Places } from "../features/limits/index.ts";
import {
  createDropService,
  createMintMetadataService,
  registerDropsDashboard,
  registerWalletMintsDashboard,
} from "../features/minting/index.ts";
import { registerNewsDashboard } from "../features/news/index.ts";
import {
  type KnownEngine,
  registerOperatorAccountRoutes,
  registerOperatorOperationsRoutes,
} from "../features/operator/index.ts";
import {
  createAuditLog,
  createOrganisationLibrary,
  registerOrganisationsDashboard,
} from "../features/organisations/index.ts";
import {
  createPaymentService,
  createTopUpJob,
  createTopUpService,
  registerPaymentEvents,
  registerPaymentRoutes,
  registerTopUpDashboard,
} from "../features/payments/index.ts";
import { registerLogsDashboard } from "../features/request-logs/index.ts";
import {
  adoptDashboardSecret,
  createAuth,
  createEmailChange,
  createEmailJob,
  createEmailOutbox,
  createOidcSignIn,
  createSignInService,
  deriveDashboardKeys,
  reencryptSecondFactors,
  registerOidcRoutes,
  registerSecurityDashboard,
  registerSignInDashboard,
  registerSignInRoutes,
} from "../features/sign-in/index.ts";
import { registerSpendAlertsDashboard } from "../features/spend-alerts/index.ts";
import { registerUsageDashboard } from "../features/usage/index.ts";
import { registerWebhooksDashboard } from "../features/webhooks/index.ts";
import { registerDashboardPages } from "../http/dashboard-pages.ts";
import { createDashboardServer, createUploadServer, guardDashboardApi } from "../http/dashboard-server.ts";
import { createMemberKeyReader } from "../http/member-operations.ts";
import { buildDropReaders, listContracts, listMintingChainIds } from "./build-chains.ts";
import { buildMailer, buildPaymentProvider } from "./build-dashboard-engines.ts";
import { buildFileDeletion } from "./build-files.ts";
import { buildLibrary } from "./build-library.ts";
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
    dashboard: { publicUrl, oidc, ...secrets },
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
  const selling = config.payments && (await buildPayments(config.payments));
  // Done here and not by workers: only this process must know the mail server and the payment provider.
  const jobs = [createEmailJob(mailer), ...(selling ? [createTopUpJob(selling.topUps)] : [])];
  await queue.work(jobs, { logger, metrics });
  const outbox = createEmailOutbox(database, queue.enqueue);
  const keys = deriveDashboardKeys(secrets);
  await adoptDashboardSecret(database, keys);
  await reencryptSecondFactors(database, keys);
  const authParts = { database, outbox, logger, publicUrl, keys };
  const auth = await createAuth(authParts);
  const signIn = createSignInService(database, auth, buildFileDeletion(queue.enqueue));
  const audit = createAuditLog(database, logger);
  const parts = { signIn, places, audit, logger };
  const payments = selling?.payments;
  const chains = buildDropReaders(config);
  const enqueuePins = config.pinning && queue.enqueue;
  const metadata = createMintMetadataService({ database, store, enqueuePins });
  const drops = createDropService({ database, metadata, chains, enqueuePins });
  if (payments) await app.register((events) => registerPaymentEvents(events, payments));
  await app.register(registerDashboardPages);
  await app.register(
    async (api) => {
      guardDashboardApi(api, publicUrl);
      registerSignInRoutes(api, { auth, outbox, database, publicUrl });
      registerOidcRoutes(api, { database, publicUrl, oidc: oidc && createOidcSignIn(authParts, oidc) });
      const serve = createDashboardServer(api, parts);
      registerSignInDashboard(serve, { database, signIn });
      const emailChange = createEmailChange({ database, outbox, publicUrl, keys });
      registerSecurityDashboard(serve, { database, signIn, emailChange });
      const library = createOrganisationLibrary(auth, outbox);
      registerOrganisationsDashboard(serve, { database, library, audit });
      registerCreditsDashboard(serve, { database, reads });
      registerPaymentRoutes(serve, { database, payments, seller: config.payments?.seller ?? [] });
      registerTopUpDashboard(serve, { database, payments });
      registerSpendAlertsDashboard(serve, database);
      registerCollectionsDashboard(serve, {
        database,
        collections: createCollectionService({ database, enqueue: queue.enqueue, logger }),
        publicUrl,
        mintingChainIds: listMintingChainIds(config),
        mintPrice: config.minting.priceInCredits,
      });
      registerWalletMintsDashboard(serve, { database, contracts: listContracts(config), logger });
      registerDropsDashboard(serve, { database, drops, chains, logger });
      registerWebhooksDashboard(serve, database);
      registerKeysDashboard(serve, { database, cell, operations });
      await api.register(async (uploads) => {
        const serveUploads = createUploadServer(uploads, parts, maxReferenceBytes);
        registerFilesDashboard(serveUploads, { database, store, publicUrl });
      });
      registerChatDashboard(serve, database);
      const { logs: settings, retention } = config;
      registerLogsDashboard(serve, { database, reads, logger, settings, retention });
      registerUsageDashboard(serve, reads);
      registerOperatorAccountRoutes(serve, database);
      registerOperatorOperationsRoutes(serve, { database, queue, engines });
      registerReportRoutes(serve, { version, readAudit: buildLibrary(config, platform).readAudit });
      const perDay = config.news.freeArticlesPerDay;
      registerNewsDashboard(serve, { database, reads, publicUrl, perDay });
      await api.register(
        async (door) =>
          registerOperations(
            door,
            createMemberKeyReader(door, parts, (caller) => ensureMemberKey(database, caller)),
          ),
        { prefix: dashboardOperationsPath },
      );
    },
    { prefix: dashboardApiPath },
  );

  async function buildPayments(settings: PaymentConfig) {
    const provider = await buildPaymentProvider(settings);
    const parts = { ...settings, provider, database, logger };
    const topUps = createTopUpService({ ...parts, enqueue: queue.enqueue });
    return { payments: createPaymentService({ ...parts, publicUrl, topUps }), topUps };
  }
}
