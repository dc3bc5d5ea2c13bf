import type { Outbound } from "../../../platform/outbound/index.ts";
import { decodeText } from "./decode-text.ts";
import { readRetryAfter } from "./feed-schedule.ts";
import { findFeedLink } from "./find-feed-link.ts";
import { type FeedItem, NotAFeedError, readFeed } from "./read-feed.ts";

const maxBytes = 5_000_000;
const timeoutInMs = 15_000;
const maxErrorCharacters = 300;

/** What is known of a feed before it is fetched. */
export interface FeedToFetch {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** What came of fetching a feed. */
export type FetchOutcome =
  | { kind: "items"; items: FeedItem[]; etag: string | null; lastModified: string | null }
  | { kind: "unchanged" }
  | { kind: "moved"; feedUrl: string }
  | { kind: "gone" }
  | { kind: "failed"; error: string; retryAfterInSeconds?: number | undefined };

/** Fetches a feed unless it is unchanged. Never throws: whatever a server does is an outcome. */
export async function fetchFeed(
  outbound: Outbound,
  feed: FeedToFetch,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  try {
    const { status, headers, body, url } = await outbound.fetch(feed.url, {
      maxBytes,
      timeoutInMs,
      signal,
      headers: {
        accept:
          "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5",
        ...(feed.etag && { "if-none-match": feed.etag }),
        ...(feed.lastModified && { "if-modified-since": feed.lastModified }),
      },
    });
    if (status === 304) return { kind: "unchanged" };
    if (status === 410) return { kind: "gone" };
    if (status < 200 || status > 299) {
      const retryAfterInSeconds = readRetryAfter(headers["retry-after"], new Date());
      return { kind: "failed", error: `The server answered with ${status}.`, retryAfterInSeconds };
    }
    const document = decodeText(body, headers["content-type"]);
    try {
      const items = readFeed(document, url);
      return {
        kind: "items",
        items,
        etag: headers.etag ?? null,
        lastModified: headers["last-modified"] ?? null,
      };
    } catch (error) {
      const feedUrl = error instanceof NotAFeedError ? findFeedLink(document, url) : undefined;
      if (feedUrl && feedUrl !== feed.url) return { kind: "moved", feedUrl };
      throw error;
    }
  } catch (error) {
    return { kind: "failed", error: (error as Error).message.slice(0, maxErrorCharacters) };
  }
}
