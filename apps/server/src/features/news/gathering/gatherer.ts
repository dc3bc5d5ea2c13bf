import type { Transaction } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import type { Logger } from "../../../platform/logging.ts";
import type { Outbound } from "../../../platform/outbound/index.ts";
import {
  type Enqueue,
  type JobContext,
  type JobDefinition,
  JobTakenOverError,
} from "../../../platform/queue/queue.ts";
import { feedKind, newsAlertKind, newsImageKind, newsRewriteKind } from "../news-job-kinds.ts";
import { adaptInterval, backOff } from "./feed-schedule.ts";
import {
  type FeedToFetch,
  type FetchRecord,
  findFeedToFetch,
  listPlannedFetches,
  recordFetch,
  syncFeeds,
} from "./feeds.repository.ts";
import { type FetchOutcome, fetchFeed } from "./fetch-feed.ts";
import { type NewArticle, storeReports } from "./store-reports.ts";

const maxFetchesAtOnce = 8;

/** Alerts wait so long for the rewritten article, so that they see what readers see. */
const waitForRewriteInSeconds = 60;

/** What fetching feeds needs. */
export interface GathererParts {
  database: Database;
  enqueue: Enqueue;
  outbound: Outbound;
  logger: Logger;
  minIntervalInSeconds: number;
  /** Whether there is a model to rewrite what is found. */
  wantsRewriting: boolean;
}

/** Stores the feeds of the configuration and adds the first fetch of each. A feed that has a job keeps it. */
export async function planFetches(
  database: Database,
  enqueue: Enqueue,
  feeds: readonly { name: string; url: string; weight: number }[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await syncFeeds(transaction, feeds);
    for (const { feedId, waitInSeconds } of await listPlannedFetches(transaction))
      await enqueueFetch(transaction, enqueue, feedId, waitInSeconds);
  });
}

function enqueueFetch(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  feedId: number,
  startAfterInSeconds: number,
): Promise<void> {
  return enqueue(transaction, feedKind.name, [{ feedId }], { key: String(feedId), startAfterInSeconds });
}

/** The job that fetches a feed. Articles, the record of the fetch and the next job are one transaction. */
export function createFeedJob(parts: GathererParts): JobDefinition {
  const { database, enqueue, outbound, logger } = parts;
  return {
    ...feedKind,
    concurrency: maxFetchesAtOnce,
    async handle(payload, { signal, finish }: JobContext) {
      const { feedId } = feedKind.payload.parse(payload);
      const feed = await findFeedToFetch(database, feedId);
      if (!feed) return;
      const outcome = await fetchFeed(outbound, feed, signal);
      signal.throwIfAborted();
      await database.transaction().execute(async (transaction) => {
        const stored =
          outcome.kind === "items" ? await storeReports(transaction, feed, outcome.items) : undefined;
        const newArticles = stored?.newArticles ?? [];
        await enqueueArticles(transaction, parts, newArticles);
        const record = describeFetch(outcome, feed, newArticles.length, parts.minIntervalInSeconds);
        const mergedReports = stored?.mergedReports ?? 0;
        const isEnabled = await recordFetch(transaction, feed, { ...record, mergedReports });
        if (!(await finish(transaction))) throw new JobTakenOverError();
        if (isEnabled) await enqueueFetch(transaction, enqueue, feedId, record.dueInSeconds);
      });
      if (outcome.kind === "failed")
        logger.warn({ feedId, feed: feed.url, reason: outcome.error }, "feed fetch failed, will retry");
    },
  };
}

/** Adds the jobs of new articles: their images, the model that rewrites them, and the alerts. */
async function enqueueArticles(
  transaction: Transaction<Schema>,
  { enqueue, wantsRewriting }: GathererParts,
  articles: readonly NewArticle[],
): Promise<void> {
  const withImage = articles.filter(({ imageUrl }) => imageUrl).map(({ articleId }) => ({ articleId }));
  if (withImage.length > 0) await enqueue(transaction, newsImageKind.name, withImage);
  for (const { articleId } of articles) {
    if (wantsRewriting) await enqueue(transaction, newsRewriteKind.name, [{ articleId }]);
    await enqueue(transaction, newsAlertKind.name, [{ articleId }], {
      key: String(articleId),
      startAfterInSeconds: wantsRewriting ? waitForRewriteInSeconds : 0,
    });
  }
}

function describeFetch(
  outcome: FetchOutcome,
  feed: FeedToFetch,
  newArticles: number,
  minInSeconds: number,
): FetchRecord {
  const adapt = (hasNews: boolean) => {
    const intervalInSeconds = adaptInterval(feed.intervalInSeconds, hasNews, minInSeconds);
    return { intervalInSeconds, dueInSeconds: intervalInSeconds };
  };
  switch (outcome.kind) {
    case "items": {
      const { etag, lastModified } = outcome;
      const isNew = newArticles > 0;
      return {
        outcome: isNew ? "new" : "nothing new",
        validators: { etag, lastModified },
        newArticles,
        ...adapt(isNew),
      };
    }
    case "unchanged":
      return { outcome: "unchanged", ...adapt(false) };
    case "moved":
      // A page that links to a page that links to a page is a mistake of its owner: retry rarely.
      if (feed.isDiscovered) {
        const error = "The page names another page as its feed.";
        return { outcome: "failed", error, dueInSeconds: backOff(feed.failures + 1, minInSeconds) };
      }
      return { outcome: "moved", feedUrl: outcome.feedUrl, dueInSeconds: 0 };
    case "gone":
      return {
        outcome: "gone",
        error: "The server says that the feed is gone for good (410).",
        dueInSeconds: 0,
      };
    case "failed": {
      const dueInSeconds = Math.max(
        backOff(feed.failures + 1, minInSeconds),
        outcome.retryAfterInSeconds ?? 0,
      );
      return { outcome: "failed", error: outcome.error, dueInSeconds };
    }
  }
}
