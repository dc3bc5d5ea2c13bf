import type { Config } from "../config/index.ts";
import type { ObjectStore } from "../engines/storage/index.ts";
import { createAdmissionJobs } from "../features/admission/index.ts";
import { chargeBackfill, createHistoryJobs } from "../features/chat/index.ts";
import {
  createCollectionJobs,
  createOldCollectionsJob,
  createRegenerateImageJob,
  createRestoreImageJob,
  type ImageMaking,
  startCollectionKeeper,
  startImageWork,
} from "../features/collections/index.ts";
import {
  createCreditsJobs,
  createMonthPartitions,
  monthsAhead,
  startSweeper,
} from "../features/credits/index.ts";
import { createDeleteFilesJob } from "../features/files/index.ts";
import { createLibraryJobs } from "../features/library/index.ts";
import { createLimitJobs } from "../features/limits/index.ts";
import { createMintingJob, createPinningJobs, hasMetadata, planMinting } from "../features/minting/index.ts";
import {
  createAlertJob,
  createFeedJob,
  createNewsImageJob,
  createNewsJobs,
  createRewriteJob,
  planFetches,
  sentimentBackfill,
} from "../features/news/index.ts";
import { createOperatorJobs } from "../features/operator/index.ts";
import { createOrganisationJobs } from "../features/organisations/index.ts";
import { createPaymentJobs, createTopUpCheckJob } from "../features/payments/index.ts";
import { createPageJobs, createReadSiteJob } from "../features/project-sites/index.ts";
import { createDayPartitions, createRequestLogJobs } from "../features/request-logs/index.ts";
import { createSignInJobs } from "../features/sign-in/index.ts";
import { createSpendAlertJob } from "../features/spend-alerts/index.ts";
import { createDeliveryJob, createWebhookJobs, startDeliveryMetrics } from "../features/webhooks/index.ts";
import type { Database } from "../platform/database/database.ts";
import { createBackfillJob, type JobDefinition, planBackfills } from "../platform/queue/queue.ts";
import { buildMintingChains, buildPinning } from "./build-chains.ts";
import { buildChatEngines, getEngineFor, listEnginePlaces } from "./build-engines.ts";
import { listCollectionFolders } from "./build-files.ts";
import { buildImages } from "./build-images.ts";
import type { Platform } from "./compose-platform.ts";

/** Columns that older versions left empty. One that is finished everywhere can go with the next minor version. */
const backfills = [chargeBackfill, sentimentBackfill];

/** Lists every job that a worker runs on any configuration. `startWork` adds those that depend on it. */
export function listJobs(
  { signIn, retention }: Pick<Config, "signIn" | "retention">,
  database: Database,
  store: ObjectStore,
): JobDefinition[] {
  return [
    ...createCreditsJobs(database, retention),
    ...createAdmissionJobs(database, store),
    ...createLimitJobs(database),
    ...createWebhookJobs(database, retention),
    ...createPageJobs(database),
    ...createCollectionJobs(database, store),
    createOldCollectionsJob({ database, store, retention, foldersOf: listCollectionFolders }),
    ...createNewsJobs(database, store, retention),
    ...createHistoryJobs(database, retention),
    ...createOperatorJobs(database),
    ...createSignInJobs(database, signIn),
    ...createOrganisationJobs(database),
    createDeleteFilesJob(store),
    ...createLibraryJobs(database, store),
    ...createPaymentJobs(database),
    ...createRequestLogJobs(database, retention),
  ];
}

/** Starts all background work: queued jobs, image generation, minting, the sweeper and collection maintenance. */
export async function startWork(
  config: Config,
  platform: Platform,
  { beforeImage }: Pick<ImageMaking, "beforeImage"> = {},
): Promise<{ stop(): Promise<void> }> {
  const { database, store, queue, outbound, self, logger, metrics } = platform;
  const pinning = buildPinning(config);
  const pinningJobs = pinning ? createPinningJobs({ database, store, pinning, enqueue: queue.enqueue }) : [];
  const newsImageJob = createNewsImageJob({ database, store, outbound });
  const { enqueue } = queue;
  const deliveryJob = createDeliveryJob({ database, enqueue, outbound, metrics });
  const readSiteJob = createReadSiteJob({ database, outbound, logger });
  const chains = buildMintingChains(config);
  const maxAttempts = config.minting.maxAttemptsPerToken;
  const mintingJob = createMintingJob({ database, enqueue, chains, maxAttempts, logger });
  const newsJobs = config.news.gather ? buildNewsJobs() : [];
  const images = buildImages(config, platform, { waitsForPlace: true });
  const restoreImageJob = createRestoreImageJob({
    database,
    store,
    images: images.service,
    logger,
    hasMetadata: (collection) => hasMetadata(database, collection),
  });
  const regenerateImageJob = createRegenerateImageJob({
    database,
    enqueue,
    store,
    images: images.service,
    enginePatienceInMs: config.collections.enginePatienceInMs,
  });
  await createMonthPartitions(database, monthsAhead);
  await createDayPartitions(database);
  await queue.work(
    [
      ...listJobs(config, database, store),
      deliveryJob,
      readSiteJob,
      ...(chains.size > 0 ? [mintingJob] : []),
      ...newsJobs,
      ...pinningJobs,
      newsImageJob,
      restoreImageJob,
      regenerateImageJob,
      createSpendAlertJob({ database, enqueue }),
      createTopUpCheckJob({ database, enqueue }),
      createBackfillJob({ database, enqueue, backfills, logger }),
    ],
    { logger, metrics },
  );
  if (config.news.gather) await planFetches(database, enqueue, config.news.feeds);
  await planMinting(database, enqueue, chains);
  await planBackfills(database, enqueue, backfills);
  const sweeper = startSweeper({ database, logger, metrics });
  const deliveryMetrics = startDeliveryMetrics({ database, logger, metrics });
  const imageWork = startImageWork({
    database,
    store,
    enqueue,
    images: images.service,
    engines: listEnginePlaces(images.engines),
    imagesPerAccount: config.collections.imagesPerAccount,
    processId: self.processId,
    logger,
    metrics,
    beforeImage,
  });
  const { enginePatienceInMs } = config.collections;
  const keeper = startCollectionKeeper({ database, enqueue, logger, enginePatienceInMs });
  return {
    async stop() {
      // At once: a worker that finishes its images must not claim jobs meanwhile.
      await Promise.all([
        imageWork.stop(),
        queue.stop(),
        keeper.stop(),
        deliveryMetrics.stop(),
        sweeper.stop(),
      ]);
      await images.stop();
    },
  };

  function buildNewsJobs(): JobDefinition[] {
    const engine = getEngineFor(config, buildChatEngines(config, platform), "news_writer");
    const wantsRewriting = !engine.isOffline;
    const { minIntervalInSeconds } = config.news;
    return [
      createFeedJob({
        database,
        enqueue,
        outbound,
        logger,
        wantsRewriting,
        minIntervalInSeconds,
      }),
      createAlertJob({ database, enqueue }),
      ...(wantsRewriting ? [createRewriteJob({ database, engine, hasten: queue.hasten })] : []),
    ];
  }
}
