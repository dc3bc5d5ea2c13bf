import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { toArrayLiteral, toByteaText } from "../../../platform/database/array-literal.ts";
import type { CleanUpRound } from "../../../platform/database/clean-up-round.ts";
import type { Database } from "../../../platform/database/database.ts";
import { deleteInBatches } from "../../../platform/database/delete-in-batches.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import {
  chooseBlockingKeys,
  compareStories,
  sameStoryDays,
  sameStoryScore,
} from "../duplicates/same-story.ts";
import { readStory, type StoryFeatures } from "../duplicates/story-features.ts";
import { toWordVector } from "../search-words.ts";
import { numberSentiment, readSentiment } from "../understanding/sentiment.ts";
import { understandArticle } from "../understanding/understand-article.ts";
import { writeExtract } from "../writing/extract.ts";
import { normaliseUrl, toUrlKey } from "./normalise-url.ts";
import type { FeedItem } from "./read-feed.ts";

/** What comes later is no news: a feed's archive is not ours to publish again. */
const maxAgeInDays = 30;
const dayInMs = 86_400_000;
const maxCandidates = 30;
const maxSources = 50;
/** A guid that a feed gives to other titles as well identifies nothing. */
const sameTitleScore = 0.6;

/** An article that a report has just made. */
export interface NewArticle {
  articleId: number;
  categoryId: number;
  networkId: number;
  tokenId: number;
  title: string;
  description: string;
  url: string;
  imageUrl: string | undefined;
  publishedAt: Date;
}

/** The feed that reports. */
export interface Reporter {
  feedId: number;
  name: string;
  weight: number;
}

/** What a feed's items turned out to be. */
export interface StoredReports {
  newArticles: NewArticle[];
  mergedReports: number;
}

interface Report extends FeedItem {
  urlKey: Buffer;
  publishedAt: Date;
}

/**
 * Stores what is new among a feed's items. One at a time in the whole installation: two feeds that bring the same
 * story at the same moment would not see each other.
 */
export async function storeReports(
  transaction: Transaction<Schema>,
  reporter: Reporter,
  items: readonly FeedItem[],
): Promise<StoredReports> {
  const now = new Date();
  const reports = await dropKnown(transaction, reporter, toReports(items, now));
  const stored: StoredReports = { newArticles: [], mergedReports: 0 };
  if (reports.length === 0) return stored;
  await sql`select pg_advisory_xact_lock(hashtext('mintwright.news'))`.execute(transaction);
  for (const report of await dropKnown(transaction, reporter, reports)) {
    const features = readStory(report.title, report.text);
    const keys = chooseBlockingKeys(features).map(hashKey);
    const sameStory = await findSameStory(transaction, report, features, keys);
    if (sameStory) {
      await addSource(transaction, sameStory, reporter, report);
      stored.mergedReports += 1;
    } else stored.newArticles.push(await addArticle(transaction, reporter, report));
    const articleId = sameStory ?? stored.newArticles.at(-1)?.articleId;
    await addReport(transaction, reporter, report, articleId as number, keys);
  }
  return stored;
}

/** Oldest first, each address once, with dates that can be: none in the future, and today where there is none. */
function toReports(items: readonly FeedItem[], now: Date): Report[] {
  const byAddress = new Map<string, Report>();
  for (const item of items) {
    const publishedAt = new Date(Math.min(item.publishedAt?.getTime() ?? now.getTime(), now.getTime()));
    if (now.getTime() - publishedAt.getTime() > maxAgeInDays * dayInMs) continue;
    const address = normaliseUrl(item.url);
    if (!byAddress.has(address)) byAddress.set(address, { ...item, publishedAt, urlKey: toUrlKey(item.url) });
  }
  return [...byAddress.values()].sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
}

async function dropKnown(
  transaction: Transaction<Schema>,
  { feedId }: Reporter,
  reports: readonly Report[],
): Promise<Report[]> {
  if (reports.length === 0) return [];
  const keys = toArrayLiteral(reports.map(({ urlKey }) => toByteaText(urlKey.toString("hex"))));
  const guids = JSON.stringify(reports.flatMap(({ guid }) => guid ?? []));
  const { rows } = await sql<{ url_key: Buffer; guid: string | null; title: string; isOfFeed: boolean }>`
    select url_key, guid, title, feed_id = ${feedId}::integer as "isOfFeed" from news_report
    where url_key = any(${keys}::text::bytea[])
      or (feed_id = ${feedId}::integer and guid in (select jsonb_array_elements_text(${guids}::text::jsonb)))`.execute(
    transaction,
  );
  const knownKeys = new Set(rows.map(({ url_key }) => Buffer.from(url_key).toString("hex")));
  return reports.filter(({ urlKey, guid, title }) => {
    if (knownKeys.has(urlKey.toString("hex"))) return false;
    return !rows.some(
      (row) =>
        row.isOfFeed &&
        guid !== undefined &&
        row.guid === guid &&
        compareStories(readStory(row.title, ""), readStory(title, "")) >= sameTitleScore,
    );
  });
}

function hashKey(feature: string): string {
  return createHash("sha256").update(feature).digest().readBigInt64BE().toString();
}

async function findSameStory(
  transaction: Transaction<Schema>,
  report: Report,
  features: StoryFeatures,
  keys: readonly string[],
): Promise<number | undefined> {
  const from = new Date(report.publishedAt.getTime() - sameStoryDays * dayInMs);
  const to = new Date(report.publishedAt.getTime() + sameStoryDays * dayInMs);
  const { rows } = await sql<{ article_id: number; title: string; excerpt: string }>`
    select r.article_id, r.title, r.excerpt
    from (
      select report_id, count(*) as shared from news_report_key
      where key = any(${`{${keys.join(",")}}`}::text::bigint[]) and published_at between ${from} and ${to}
      group by report_id having count(*) >= 2 order by shared desc limit ${maxCandidates}::integer
    ) candidate join news_report r using (report_id)`.execute(transaction);
  let best: { articleId: number; score: number } | undefined;
  for (const { article_id, title, excerpt } of rows) {
    const score = compareStories(features, readStory(title, excerpt));
    if (score >= sameStoryScore && score > (best?.score ?? 0)) best = { articleId: article_id, score };
  }
  return best?.articleId;
}

function toSource({ name }: Reporter, { url, publishedAt }: Report) {
  return { name, url, publishedAt: publishedAt.toISOString() };
}

async function addSource(
  transaction: Transaction<Schema>,
  articleId: number,
  reporter: Reporter,
  report: Report,
): Promise<void> {
  const isKnown = sql`sources @> ${JSON.stringify([{ name: reporter.name }])}::text::jsonb`;
  await sql`
    update news_article set sources = sources || ${JSON.stringify([toSource(reporter, report)])}::text::jsonb,
      source_weight = coalesce(source_weight, jsonb_array_length(sources))
        + case when ${isKnown} then 0 else ${reporter.weight}::real end
    where article_id = ${articleId}::bigint and jsonb_array_length(sources) < ${maxSources}::integer`.execute(
    transaction,
  );
}

async function addArticle(
  transaction: Transaction<Schema>,
  reporter: Reporter,
  report: Report,
): Promise<NewArticle> {
  const understood = understandArticle(report.title, report.text);
  const description = writeExtract(report.text, report.title, reporter.name);
  const { label, confidence } = readSentiment(report.title, description);
  const { rows } = await sql<{ article_id: number }>`
    insert into news_article (created_at, published_at, category_id, network_id, token_id, title, description, url, image_url, sources, words,
      sentiment, sentiment_confidence, source_weight)
    values (greatest(clock_timestamp(), ${report.publishedAt}::timestamptz), ${report.publishedAt}, ${understood.categoryId}::smallint,
      ${understood.networkId}::smallint, ${understood.tokenId}::smallint, ${report.title}, ${description}, ${report.url},
      ${report.imageUrl ?? null}, ${JSON.stringify([toSource(reporter, report)])}::text::jsonb,
      ${toWordVector(report.title, description)}::text::tsvector, ${numberSentiment(label)}::smallint, ${confidence}::real,
      ${reporter.weight}::real)
    returning article_id`.execute(transaction);
  const articleId = rows[0]?.article_id as number;
  const { title, url, imageUrl, publishedAt } = report;
  return { articleId, ...understood, title, description, url, imageUrl, publishedAt };
}

async function addReport(
  transaction: Transaction<Schema>,
  { feedId }: Reporter,
  report: Report,
  articleId: number,
  keys: readonly string[],
): Promise<void> {
  const urlKey = toByteaText(report.urlKey.toString("hex"));
  await sql`
    with report as (
      insert into news_report (url_key, article_id, feed_id, guid, title, excerpt, published_at)
      values (${urlKey}::text::bytea, ${articleId}::bigint, ${feedId}::integer, ${report.guid ?? null}::text, ${report.title},
        ${report.text.slice(0, 1_000)}, ${report.publishedAt})
      returning report_id, published_at
    )
    insert into news_report_key (key, published_at, report_id)
    select distinct k.key, published_at, report_id from report, unnest(${`{${keys.join(",")}}`}::text::bigint[]) as k(key)`.execute(
    transaction,
  );
}

/** Deletes the keys of reports that no story can still be compared with. */
export async function deleteOldKeys(database: Database, round: CleanUpRound): Promise<void> {
  const before = sql`now() - interval '14 days'`;
  await deleteInBatches(database, round, { table: "news_report_key", ageColumn: "published_at", before });
}
