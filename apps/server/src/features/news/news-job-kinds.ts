import { z } from "zod";
import type { JobKind } from "../../platform/queue/queue.ts";

const articlePayload = z.object({ articleId: z.int().positive() });

/** Compares a new article with the alerts of all accounts. The job key is the article id. */
export const newsAlertKind: JobKind<{ articleId: number }> = {
  name: "match-news-alerts",
  payload: articlePayload,
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
};

/** Has a model rewrite a new article. Retry delays double, so that the model may be down for some minutes. */
export const newsRewriteKind: JobKind<{ articleId: number }> = {
  name: "rewrite-news-article",
  payload: articlePayload,
  retryLimit: 8,
  maxRetryDelayInSeconds: 180,
};

/** Fetches a feed. The job key is the feed id; the job schedules the next fetch itself. */
export const feedKind: JobKind<{ feedId: number }> = {
  name: "fetch-news-feed",
  payload: z.object({ feedId: z.int() }),
  retryLimit: 1_000_000,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
  isExclusive: true,
};

/** Stores a small copy of an article's image, so that readers do not depend on the outlet's server. */
export const newsImageKind: JobKind<{ articleId: number }> = {
  name: "store-news-image",
  payload: articlePayload,
  retryLimit: 4,
};

export const newsJobKinds: readonly JobKind[] = [newsAlertKind, newsRewriteKind, feedKind, newsImageKind];
