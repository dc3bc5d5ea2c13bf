import { z } from "zod";
import type { JobKind } from "../../platform/queue/queue.ts";

const articlePayload = z.object({ articleId: z.int() });

/** Compares a new article with the alerts of all accounts. Its key is the article's id. */
export const newsAlertKind: JobKind<{ articleId: number }> = {
  name: "tell-news-alerts",
  payload: articlePayload,
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
};

/** Lets a model rewrite a new article. The pauses double, so that a model may be away for some minutes. */
export const newsRewriteKind: JobKind<{ articleId: number }> = {
  name: "rewrite-news-article",
  payload: articlePayload,
  retryLimit: 8,
  maxRetryDelayInSeconds: 180,
};

/** Fetches a feed. Its key is the feed's id; it adds the next fetch itself. */
export const feedKind: JobKind<{ feedId: number }> = {
  name: "fetch-news-feed",
  payload: z.object({ feedId: z.int() }),
  retryLimit: 1_000_000,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
  isExclusive: true,
};

/** The jobs about news that other jobs add. */
export const newsJobKinds: readonly JobKind[] = [newsAlertKind, newsRewriteKind, feedKind];
