import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/logging.ts";
import type { Enqueue } from "../../../platform/queue/queue.ts";
import { queueWebhook } from "../../webhooks/index.ts";
import { listFittingAlerts, takeUntoldArticle } from "./alerts.repository.ts";

const pauseInMs = 1_000;

/** Queues the webhooks of one new article in one transaction: all of them or none, and never twice. */
async function tellNext(database: Database, enqueue: Enqueue): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const article = await takeUntoldArticle(transaction);
    if (!article) return false;
    for (const { accountId, alertId, webhookUrl } of await listFittingAlerts(transaction, article.id)) {
      await queueWebhook(transaction, enqueue, {
        accountId,
        url: webhookUrl,
        type: "news.article",
        data: { alertId, article },
      });
    }
    return true;
  });
}

/** Compares new articles with the alerts of all accounts until it is stopped. Any number of workers share them. */
export function startAlerts({
  database,
  enqueue,
  logger,
}: {
  database: Database;
  enqueue: Enqueue;
  logger: Logger;
}): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wasBusy = await tellNext(database, enqueue).catch((error) => {
        logger.error({ error }, "an article was not compared with the alerts; it will be again");
        return false;
      });
      if (!wasBusy) await sleep(pauseInMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
