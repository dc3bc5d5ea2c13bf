import type { Database } from "../../../platform/database/database.ts";
import {
  type Enqueue,
  type JobContext,
  type JobDefinition,
  JobTakenOverError,
} from "../../../platform/queue/queue.ts";
import { queueForEndpoints, queueWebhook } from "../../webhooks/index.ts";
import { newsAlertKind } from "../news-job-kinds.ts";
import { findAlertArticle, listFittingAlerts } from "./alerts.repository.ts";

/** The job that queues the webhooks of one new article in one transaction: all of them or none, and never twice. */
export function createAlertJob({
  database,
  enqueue,
}: {
  database: Database;
  enqueue: Enqueue;
}): JobDefinition {
  return {
    ...newsAlertKind,
    handle: (payload, { finish }: JobContext) =>
      database.transaction().execute(async (transaction) => {
        const { articleId } = newsAlertKind.payload.parse(payload);
        const article = await findAlertArticle(transaction, articleId);
        if (!article) return;
        for (const { accountId, alertId, webhookUrl } of await listFittingAlerts(transaction, articleId)) {
          const event = { accountId, type: "news.article", data: { alertId, article } };
          await queueWebhook(transaction, enqueue, { ...event, url: webhookUrl });
          await queueForEndpoints(transaction, enqueue, event);
        }
        if (!(await finish(transaction))) throw new JobTakenOverError();
      }),
  };
}
