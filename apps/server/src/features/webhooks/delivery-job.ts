import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import type { Enqueue, JobContext, JobDefinition } from "../../platform/queue/queue.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { beginAttempt, endAttempt, measureDeliveries, webhookKind } from "./deliveries.repository.ts";
import { getSigningSecrets } from "./endpoint-secret.ts";

const measureEveryMs = 5_000;
const firstDelayInMs = 5_000;
const longestDelayInMs = 4 * 3_600_000;
const maxAttemptsAtOnce = 16;
/** One account with a slow receiver leaves room for the others. */
const maxAttemptsPerAccount = 4;

/** What delivering webhooks needs. */
export interface DeliveryParts {
  database: Database;
  enqueue: Enqueue;
  outbound: Outbound;
  metrics: Metrics;
}

/** The job that makes one attempt to deliver a webhook. */
export function createDeliveryJob(parts: DeliveryParts): JobDefinition {
  const { database, outbound, metrics } = parts;
  return {
    ...webhookKind,
    concurrency: maxAttemptsAtOnce,
    concurrencyPerAccount: maxAttemptsPerAccount,
    async handle(payload, { jobId, finish }: JobContext) {
      const startedAt = performance.now();
      const delivery = await beginAttempt(database, webhookKind.payload.parse(payload), jobId);
      if (!delivery) return;
      const endTimer = metrics.webhookSeconds.startTimer();
      const secrets = await getSigningSecrets(database, delivery);
      const judgement = await attemptDelivery(outbound, delivery, secrets);
      const result = {
        ...judgement,
        elapsedInMs: Math.round(performance.now() - startedAt),
        retryInMs: getRetryDelayInMs(delivery.tries),
      };
      await endAttempt(parts, delivery, result, finish);
      endTimer({ outcome: judgement.outcome });
    },
  };
}

/** Publishes how many deliveries wait and how long the oldest has been due. */
export function startDeliveryMetrics({
  database,
  metrics,
  logger,
}: {
  database: Database;
  metrics: Metrics;
  logger: Logger;
}): Loop {
  return startLoop(
    {
      intervalInMs: measureEveryMs,
      onError: (error) => logger.warn({ error }, "webhook deliveries not counted, will retry"),
    },
    async () => {
      const { pending, oldestDueInSeconds } = await measureDeliveries(database);
      metrics.webhooksPending.set(pending);
      metrics.webhooksOldestDueSeconds.set(oldestDueInSeconds);
    },
  );
}

/** How long to wait after so many tries: twice as long each time, up to four hours, scattered by a fifth. */
function getRetryDelayInMs(tries: number): number {
  const delayInMs = Math.min(firstDelayInMs * 2 ** Math.min(tries - 1, 20), longestDelayInMs);
  return Math.round(delayInMs * (0.8 + 0.4 * Math.random()));
}
