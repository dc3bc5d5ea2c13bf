import { type NewsArticle, type NewsQuery, newsImageUrl } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import {
  countUpTo,
  estimateCount,
  findNewsRow,
  listCountedNewsRows,
  listNewsRows,
  type NewsPage,
  type NewsRow,
  searchNewsRows,
} from "./news.repository.ts";
import { decodeNewsCursor, encodeNewsCursor } from "./news-cursor.ts";
import { type NewsSelection, selectNews } from "./news-filter.ts";
import { getPlaceholderImage } from "./placeholder-image.ts";
import { rateImportance } from "./understanding/importance.ts";
import { nameSentiment, readSentiment } from "./understanding/sentiment.ts";

/** Totals without a counter are exact up to this number and estimated beyond. */
const countedArticles = 1_000;
/** For common words, an estimate above this is as good as counting to the limit. */
const surelyUncounted = 5 * countedArticles;
/** Words in more articles than this are common: they are found by scanning instead of the word index. */
const commonArticles = 20_000;

export interface NewsList {
  articles: NewsArticle[];
  total: number;
  isTotalEstimated: boolean;
  nextCursor: string | null;
}

function toArticle(row: NewsRow, publicUrl: string): NewsArticle {
  return {
    id: row.article_id,
    title: row.title,
    description: row.description,
    categoryId: row.category_id,
    subCategoryId: row.network_id,
    tokenId: row.token_id === 0 ? null : row.token_id,
    url: row.url,
    createdAt: row.created_at.toISOString(),
    imageUrl: row.image_object
      ? newsImageUrl(publicUrl, row.image_object)
      : (row.image_url ?? getPlaceholderImage(row.category_id)),
    pubDate: row.published_at.toISOString(),
    isPublished: true,
    generated: row.is_generated,
    sources: row.sources,
    sentiment:
      row.sentiment === null
        ? readSentiment(row.title, row.description)
        : { label: nameSentiment(row.sentiment), confidence: toHundredths(row.sentiment_confidence ?? 0) },
    importance: rateImportance(row.source_weight ?? row.sources.length),
  };
}

/** A real of PostgreSQL has more digits than were stored. */
function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

async function count(database: Database, selection: NewsSelection, estimate: number | undefined) {
  if (estimate === undefined || estimate <= surelyUncounted) {
    const total = await countUpTo(database, selection, countedArticles + 1);
    if (total <= countedArticles) return { total, isTotalEstimated: false };
  }
  const total = estimate ?? (await estimateCount(database, selection));
  return { total: Math.max(Math.round(total), countedArticles + 1), isTotalEstimated: true };
}

async function readPage(database: Database, selection: NewsSelection, page: NewsPage) {
  if (!selection.wordQuery && !selection.publishedSince) {
    return { ...(await listCountedNewsRows(database, selection, page)), isTotalEstimated: false };
  }
  if (!selection.wordQuery) {
    const [rows, counted] = await Promise.all([
      listNewsRows(database, selection, page),
      count(database, selection, undefined),
    ]);
    return { rows, ...counted };
  }
  const estimate = await estimateCount(database, selection);
  const areWordsCommon = estimate > commonArticles;
  const { rows, isCommon } = await searchNewsRows(database, selection, page, { areWordsCommon });
  // Estimates for word prefixes are never small, so rare words are counted.
  return { rows, ...(await count(database, selection, isCommon ? estimate : undefined)) };
}

export async function listNews(
  database: Database,
  query: NewsQuery,
  { publicUrl }: { publicUrl: string },
): Promise<NewsList> {
  const { rows, ...counted } = await readPage(database, selectNews(query), {
    // One more row shows whether another page follows.
    limit: query.limit + 1,
    offset: query.offset ?? 0,
    after: query.cursor ? decodeNewsCursor(query.cursor) : undefined,
    sortOrder: query.sortOrder,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    articles: shown.map((row) => toArticle(row, publicUrl)),
    ...counted,
    nextCursor:
      rows.length > query.limit && last
        ? encodeNewsCursor({ createdAt: last.created_at, articleId: last.article_id })
        : null,
  };
}

export async function getNewsArticle(
  database: Database,
  articleId: number,
  { publicUrl }: { publicUrl: string },
): Promise<NewsArticle> {
  const row = await findNewsRow(database, articleId);
  if (!row) throw new AppError("not_found", `There is no article ${articleId}. Check the id.`);
  return toArticle(row, publicUrl);
}
