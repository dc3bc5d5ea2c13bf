import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";

/** A feed as its fetch needs it. */
export interface FeedToFetch {
  feedId: number;
  name: string;
  /** How much its reports count for the importance of a story, 1 for an ordinary outlet. */
  weight: number;
  url: string;
  etag: string | null;
  lastModified: string | null;
  intervalInSeconds: number;
  failures: number;
  /** Whether the URL was named by a web page. */
  isDiscovered: boolean;
}

/** Makes the stored feeds those of the configuration: new ones are due at once, missing ones are disabled. */
export async function syncFeeds(
  database: Database,
  feeds: readonly { name: string; url: string; weight: number }[],
): Promise<void> {
  await sql`
    with wanted as (
      select distinct on (url) name, url, weight
      from jsonb_to_recordset(${JSON.stringify(feeds)}::text::jsonb) as f(name text, url text, weight real)
    ), rested as (
      update news_feed set is_enabled = false where is_enabled and url not in (select url from wanted)
    )
    insert into news_feed as f (url, name, weight) select url, name, weight from wanted order by url
    on conflict (url) do update set name = excluded.name, weight = excluded.weight, is_enabled = true
    where (f.name, f.weight) <> (excluded.name, excluded.weight) or not f.is_enabled`.execute(database);
}

/** Lists the enabled feeds and how long each waits for its next fetch. */
export async function listPlannedFetches(
  database: Database,
): Promise<{ feedId: number; waitInSeconds: number }[]> {
  const { rows } = await sql<{ feedId: number; waitInSeconds: number }>`
    select feed_id as "feedId", greatest(extract(epoch from due_at - now()), 0)::float8 as "waitInSeconds"
    from news_feed where is_enabled order by feed_id`.execute(database);
  return rows;
}

/** Finds an enabled feed. */
export async function findFeedToFetch(database: Database, feedId: number): Promise<FeedToFetch | undefined> {
  const { rows } = await sql<FeedToFetch>`
    select feed_id as "feedId", name, weight, coalesce(feed_url, url) as url, etag, last_modified as "lastModified",
      interval_in_s as "intervalInSeconds", failures, feed_url is not null as "isDiscovered"
    from news_feed where feed_id = ${feedId}::integer and is_enabled`.execute(database);
  return rows[0];
}

/** What is remembered of a fetch. */
export interface FetchRecord {
  outcome: "new" | "nothing new" | "unchanged" | "moved" | "gone" | "failed";
  error?: string;
  /** Undefined leaves what is known. */
  validators?: { etag: string | null; lastModified: string | null };
  feedUrl?: string;
  intervalInSeconds?: number;
  dueInSeconds: number;
  newArticles?: number;
  mergedReports?: number;
}

/** Records a fetch. False when the feed is not to be fetched again. */
export async function recordFetch(
  database: Database,
  { feedId }: Pick<FeedToFetch, "feedId">,
  record: FetchRecord,
): Promise<boolean> {
  const { outcome, validators, newArticles = 0, mergedReports = 0 } = record;
  const isSuccess = outcome !== "failed" && outcome !== "gone";
  const { rows } = await sql<{ isEnabled: boolean }>`
    update news_feed set
      fetches = fetches + 1,
      due_at = now() + make_interval(secs => ${record.dueInSeconds}::double precision),
      interval_in_s = coalesce(${record.intervalInSeconds ?? null}::integer, interval_in_s),
      etag = case when ${validators !== undefined}::boolean then ${validators?.etag ?? null}::text else etag end,
      last_modified = case when ${validators !== undefined}::boolean then ${validators?.lastModified ?? null}::text else last_modified end,
      feed_url = coalesce(${record.feedUrl ?? null}::text, feed_url),
      is_enabled = is_enabled and ${outcome !== "gone"}::boolean,
      failures = case when ${isSuccess}::boolean then 0 else failures + 1 end,
      last_fetched_at = now(),
      last_success_at = case when ${isSuccess}::boolean then now() else last_success_at end,
      last_outcome = ${outcome}::text,
      last_error = ${record.error ?? null}::text,
      new_articles = new_articles + ${newArticles}::bigint,
      merged_reports = merged_reports + ${mergedReports}::bigint
    where feed_id = ${feedId}::integer
    returning is_enabled as "isEnabled"`.execute(database);
  return rows[0]?.isEnabled ?? false;
}

/** A feed as an operator sees it. */
export interface FeedStatus {
  feedId: number;
  name: string;
  url: string;
  feedUrl: string | null;
  isEnabled: boolean;
  lastFetchedAt: Date | null;
  lastSuccessAt: Date | null;
  lastOutcome: string | null;
  lastError: string | null;
  failures: number;
  intervalInSeconds: number;
  dueAt: Date;
  fetches: number;
  newArticles: number;
  mergedReports: number;
}

/** Lists the feeds, those in trouble first. */
export async function listFeeds(database: Database): Promise<FeedStatus[]> {
  const { rows } = await sql<FeedStatus>`
    select feed_id as "feedId", name, url, feed_url as "feedUrl", is_enabled as "isEnabled", last_fetched_at as "lastFetchedAt",
      last_success_at as "lastSuccessAt", last_outcome as "lastOutcome", last_error as "lastError", failures,
      interval_in_s as "intervalInSeconds", due_at as "dueAt", fetches, new_articles as "newArticles",
      merged_reports as "mergedReports"
    from news_feed order by is_enabled desc, failures desc, name`.execute(database);
  return rows;
}

/** Counts, by feed, the reports of the last day that became or joined an article. */
export async function countArticlesOfLastDay(database: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ feedId: number; articles: number }>`
    select r.feed_id as "feedId", count(distinct r.article_id)::int as articles
    from news_article a join news_report r using (article_id)
    where a.created_at > now() - interval '24 hours' group by r.feed_id`.execute(database);
  return new Map(rows.map(({ feedId, articles }) => [feedId, articles]));
}
