import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { createWakeSignal } from "../../platform/loop.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import {
  type ClaimedDelivery,
  claimDelivery,
  endAttempt,
  measureDeliveries,
} from "./deliveries.repository.ts";
import { getRetryDelayInMs } from "./retry-delay.ts";
import { getWebhookSecrets } from "./webhook-secret.ts";

const pauseInMs = 1_000;
const measureEveryMs = 5_000;
/** Three times what an attempt may take: who is silent for longer has died. */
const leaseInMs = 30_000;
const maxUnderWay = 16;
/** One account with a slow receiver leaves room for the others. */
const maxUnderWayPerAccount = 4;

/** What delivering webhooks needs. */
export interface DeliveryParts {
  database: Database;
  outbound: Outbound;
  metrics: Metrics;
  logger: Logger;
}

/** Delivers what is due until it is stopped; any number of processes may do so at once. */
export function startDelivery({ database, outbound, metrics, logger }: DeliveryParts): {
  /** Looks at once for what is due. */
  lookNow(): void;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  const underWay = new Map<Promise<void>, string>();

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = performance.now();
    const endTimer = metrics.webhookSeconds.startTimer();
    const secrets = await getWebhookSecrets(database, delivery.accountId);
    const judgement = await attemptDelivery(outbound, delivery, secrets);
    await endAttempt(database, delivery, {
      ...judgement,
      elapsedInMs: Math.round(performance.now() - startedAt),
      retryInMs: getRetryDelayInMs(delivery.tries),
    });
    endTimer({ outcome: judgement.outcome });
  }

  function begin(delivery: ClaimedDelivery): void {
    const work = deliver(delivery)
      // Nothing is lost: the lease ends and the delivery is due again.
      .catch((error) =>
        logger.error({ error, deliveryId: delivery.deliveryId }, "a webhook attempt was not recorded"),
      )
      .finally(() => underWay.delete(work));
    underWay.set(work, delivery.accountId);
  }

  async function claimNext(): Promise<ClaimedDelivery | undefined> {
    if (underWay.size >= maxUnderWay) return undefined;
    const byAccount = Map.groupBy(underWay.values(), (accountId) => accountId);
    const busyAccounts = [...byAccount.keys()].filter(
      (accountId) => (byAccount.get(accountId)?.length ?? 0) >= maxUnderWayPerAccount,
    );
    return claimDelivery(database, { leaseId: randomUUID(), leaseInMs, busyAccounts });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const delivery = await claimNext().catch((error) => {
        logger.error({ error }, "webhooks could not be looked for");
        return undefined;
      });
      if (delivery) begin(delivery);
      else await Promise.race([wakeSignal.wait(pauseInMs), ...underWay.keys()]);
    }
    await Promise.all(underWay.keys());
  }

  async function measure(): Promise<void> {
    while (!stopping.signal.aborted) {
      await measureDeliveries(database).then(
        ({ pending, oldestDueInSeconds }) => {
          metrics.webhooksPending.set(pending);
          metrics.webhooksOldestDueSeconds.set(oldestDueInSeconds);
        },
        (error) => logger.warn({ error }, "webhooks could not be counted"),
      );
      await pause(measureEveryMs);
    }
  }

  const pause = (timeInMs: number) => sleep(timeInMs, undefined, { signal: stopping.signal }).catch(() => {});
  const running = Promise.all([run(), measure()]);
  return {
    lookNow: wakeSignal.wake,
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await running;
    },
  };
}
