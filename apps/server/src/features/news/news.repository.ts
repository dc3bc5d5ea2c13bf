import { type RawBuilder, sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import type { NewsPosition } from "./news-cursor.ts";
import { idColumns, type NewsSelection } from "./news-filter.ts";
import { toNewsQuery } from "./search-words.ts";

export interface NewsRow {
  article_id: number;
  created_at: Date;
  published_at: Date;
  category_id: number;
  network_id: number;
  token_id: number;
  title: string;
  description: string;
  url: string;
  image_url: string | null;
  image_object: string | null;
  sources: { name: string; url: string; publishedAt: string }[];
  is_generated: boolean;
  /** -1, 0 or 1. Null, like the two below, in articles that an older version stored. */
  sentiment: number | null;
  sentiment_confidence: number | null;
  source_weight: number | null;
}

export interface NewsPage {
  limit: number;
  offset: number;
  after: NewsPosition | undefined;
  sortOrder: "asc" | "desc";
}

/** How many of the newest articles a search for common words scans before it uses the word index. */
const walkedArticles = 10_000;
/** Scanned regardless of the estimate: PostgreSQL knows little about how common a word prefix is. */
const alwaysWalkedArticles = 1_000;

const shown = sql`a.article_id, a.created_at, a.published_at, a.category_id, a.network_id, a.token_id, a.title, a.description,
  a.url, a.image_url, a.image_object, a.sources, a.is_generated, a.sentiment, a.sentiment_confidence, a.source_weight`;

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

function orderBy({ sortOrder }: Pick<NewsPage, "sortOrder">): RawBuilder<unknown> {
  return sortOrder === "asc"
    ? sql`order by created_at, article_id`
    : sql`order by created_at desc, article_id desc`;
}

function listConditions({ checked, publishedSince }: NewsSelection, page?: NewsPage): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = idColumns.flatMap((column) =>
    checked[column]
      ? [sql`${sql.ref(column)} = any(${toArrayLiteral(checked[column])}::text::smallint[])`]
      : [],
  );
  // Articles are never created before their publication, so the scan may end there.
  if (publishedSince)
    conditions.push(sql`created_at >= ${publishedSince}`, sql`published_at >= ${publishedSince}`);
  if (page?.after) {
    const { createdAt, articleId } = page.after;
    const operator = page.sortOrder === "asc" ? sql`>` : sql`<`;
    conditions.push(
      sql`(created_at, article_id) ${operator} (${createdAt}::timestamptz, ${articleId}::bigint)`,
    );
  }
  return conditions;
}

/** The first `count` articles of a selection, ignoring the search words, as (article_id, created_at). */
function walk(selection: NewsSelection, page: NewsPage, count: number, more: RawBuilder<unknown>[] = []) {
  const common = [...listConditions(selection, page), ...more];
  const oneWalk = (ids: NewsSelection["walks"][number]) => {
    const fixed = idColumns.flatMap((column) =>
      ids[column] === undefined ? [] : [sql`${sql.ref(column)} = ${ids[column]}::smallint`],
    );
    return sql`(select article_id, created_at from news_article ${all([...fixed, ...common])}
      ${orderBy(page)} limit ${count}::integer)`;
  };
  return sql.join(selection.walks.map(oneWalk), sql` union all `);
}

async function readChosen<Row extends NewsRow>(
  database: Database,
  chosen: RawBuilder<unknown>,
  page: NewsPage,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${shown}${more} from (
      select article_id from (${chosen}) found ${orderBy(page)}
      offset ${page.offset}::integer limit ${page.limit}::integer
    ) page join news_article a using (article_id) ${orderBy(page)}`.execute(database);
  return rows;
}

export function listNewsRows(
  database: Database,
  selection: NewsSelection,
  page: NewsPage,
): Promise<NewsRow[]> {
  return readChosen(database, walk(selection, page, page.offset + page.limit), page);
}

/** Reads and counts one page of a selection that contains only ids, in one round trip. */
export async function listCountedNewsRows(
  database: Database,
  selection: NewsSelection,
  page: NewsPage,
): Promise<{ rows: NewsRow[]; total: number }> {
  const rows = await readChosen<NewsRow & { total: number }>(
    database,
    walk(selection, page, page.offset + page.limit),
    page,
    sql`, (${counters(selection)}) as total`,
  );
  // A page after the last one has no row with the total.
  return { rows, total: rows[0]?.total ?? (await countByIds(database, selection)) };
}

/**
 * Reads one page of a search. Common words are found by scanning the newest articles: PostgreSQL's own plan would scan to
 * the end for two common words that never occur together.
 */
export async function searchNewsRows(
  database: Database,
  selection: NewsSelection,
  page: NewsPage,
  { areWordsCommon }: { areWordsCommon: boolean },
): Promise<{ rows: NewsRow[]; isCommon: boolean }> {
  const matches = sql`words @@ ${toNewsQuery(selection.wordQuery)}`;
  for (const count of areWordsCommon ? [alwaysWalkedArticles, walkedArticles] : [alwaysWalkedArticles]) {
    const walked = sql`select w.article_id, w.created_at from (
      select * from (${walk(selection, page, count)}) w0 ${orderBy(page)} limit ${count}::integer
    ) w join news_article n using (article_id) where n.${matches}`;
    const rows = await readChosen(database, walked, page);
    if (rows.length === page.limit) return { rows, isCommon: true };
  }
  const ids = idColumns.flatMap((column) =>
    selection.ids[column]
      ? [sql`${sql.ref(column)} = any(${toArrayLiteral(selection.ids[column])}::text::smallint[])`]
      : [],
  );
  // Materialised, because the planner would scan by created_at to satisfy the limit.
  const { rows } = await sql<NewsRow>`
    with matches as materialized (
      select article_id, created_at from news_article
      ${all([matches, ...ids, ...listConditions({ ...selection, checked: {} }, page)])}
    ), page as (
      select article_id, created_at from matches ${orderBy(page)}
      offset ${page.offset}::integer limit ${page.limit}::integer
    )
    select ${shown} from page join news_article a using (article_id, created_at) ${orderBy(page)}`.execute(
    database,
  );
  return { rows, isCommon: false };
}

/** The exact number of articles of a selection that contains only ids. */
function counters({ ids }: NewsSelection): RawBuilder<unknown> {
  const of = (column: (typeof idColumns)[number]) => toArrayLiteral(ids[column] ?? [-1]);
  return sql`
    select coalesce(sum(articles), 0)::bigint from news_count
    where category_id = any(${of("category_id")}::text::smallint[])
      and network_id = any(${of("network_id")}::text::smallint[])
      and token_id = any(${of("token_id")}::text::smallint[])`;
}

async function countByIds(database: Database, selection: NewsSelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (${counters(selection)}) as total`.execute(database);
  return rows[0]?.total ?? 0;
}

function matching({ ids, wordQuery, ...selection }: NewsSelection): RawBuilder<unknown> {
  const conditions = listConditions({ ...selection, ids, wordQuery, checked: ids });
  if (wordQuery) conditions.push(sql`words @@ ${toNewsQuery(wordQuery)}`);
  return sql`select 1 from news_article ${all(conditions)}`;
}

export async function countUpTo(
  database: Database,
  selection: NewsSelection,
  bound: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matching(selection)} limit ${bound}::integer) counted`.execute(database);
  return rows[0]?.total ?? 0;
}

/** Estimates a selection from the planner's statistics, without reading an article. */
export async function estimateCount(database: Database, selection: NewsSelection): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) ${matching(selection)}`.execute(database);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

export async function findNewsRow(database: Database, articleId: number): Promise<NewsRow | undefined> {
  const { rows } = await sql<NewsRow>`
    select ${shown} from news_article a where article_id = ${articleId}::bigint`.execute(database);
  return rows[0];
}
