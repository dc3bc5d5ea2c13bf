import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import type { Logger } from "../../../platform/logging.ts";
import type { Outbound } from "../../../platform/outbound/index.ts";
import { adaptInterval, backOff } from "./feed-schedule.ts";
import { type ClaimedFeed, claimFeed, type FetchRecord, recordFetch, syncFeeds } from "./feeds.repository.ts";
import { type FetchOutcome, fetchFeed } from "./fetch-feed.ts";
import { storeReports } from "./store-reports.ts";

/** Four times what a fetch may take: who is silent for longer has died. */
const leaseInMs = 60_000;
const maxUnderWay = 8;
const pauseInMs = 1_000;

/** What gathering needs. */
export interface GathererParts {
  database: Database;
  outbound: Outbound;
  logger: Logger;
  feeds: readonly { name: string; url: string }[];
  minIntervalInSeconds: number;
  /** Whether a model waits to rewrite what is found. */
  wantsRewriting: boolean;
  /** Has the pictures of these articles kept when the transaction commits; without it they stay where they are. */
  keepPictures?: (transaction: Transaction<Schema>, articleIds: number[]) => Promise<void>;
}

class LeaseLostError extends Error {}

/** Fetches feeds as they become due, until it is stopped. Any number of workers share the feeds. */
export function startGatherer(parts: GathererParts): { stop(): Promise<void> } {
  const { database, outbound, logger } = parts;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const pause = () => sleep(pauseInMs, undefined, { signal: stopping.signal }).catch(() => {});

  async function gather(feed: ClaimedFeed): Promise<void> {
    const outcome = await fetchFeed(outbound, feed, stopping.signal);
    if (stopping.signal.aborted) return;
    // Articles and what is remembered of the fetch are one transaction: who dies before its end leaves the feed as it
    // was, and who was too slow leaves nothing behind.
    await database.transaction().execute(async (transaction) => {
      const stored =
        outcome.kind === "items" ? await storeReports(transaction, feed, outcome.items, parts) : undefined;
      const newArticles = stored?.newArticles ?? [];
      const withPicture = newArticles.filter(({ imageUrl }) => imageUrl);
      if (withPicture.length > 0)
        await parts.keepPictures?.(
          transaction,
          withPicture.map(({ articleId }) => articleId),
        );
      const record = describeFetch(outcome, feed, newArticles.length, parts.minIntervalInSeconds);
      const isOurs = await recordFetch(transaction, feed, {
        ...record,
        mergedReports: stored?.mergedReports ?? 0,
      });
      if (!isOurs) throw new LeaseLostError("another worker has fetched this feed in the meantime");
    });
    if (outcome.kind === "failed")
      logger.warn({ feed: feed.url, reason: outcome.error }, "a feed could not be read");
  }

  function begin(feed: ClaimedFeed): void {
    const work = gather(feed)
      .catch((error) =>
        logger.error({ error, feed: feed.url }, "a feed was not stored; it will be fetched again"),
      )
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  async function run(): Promise<void> {
    let isSynced = false;
    while (!stopping.signal.aborted) {
      try {
        if (!isSynced) await syncFeeds(database, parts.feeds);
        isSynced = true;
        const feed =
          underWay.size < maxUnderWay ? await claimFeed(database, randomUUID(), leaseInMs) : undefined;
        if (feed) begin(feed);
        else await Promise.race([pause(), ...underWay]);
      } catch (error) {
        logger.error({ error }, "feeds could not be looked for");
        await pause();
      }
    }
    await Promise.all(underWay);
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function describeFetch(
  outcome: FetchOutcome,
  feed: ClaimedFeed,
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
      // A page that names a page that names a page: somebody's mistake, to be looked at rarely.
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
