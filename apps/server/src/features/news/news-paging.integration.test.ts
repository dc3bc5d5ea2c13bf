import { createOperations, type NewsQuery } from "@mintwright/api-contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { listNews } from "./news.service.ts";
import { encodeNewsCursor } from "./news-cursor.ts";

const articles = 20_000;
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
  await clone.query(
    `insert into news_article (created_at, published_at, category_id, network_id, token_id, title, description, url, sources, words)
     select moment, moment, case when n % 2 = 0 then 5 else 8 end, 46, 0, 'Article ' || n, 'About ' || n,
       'https://example.com/' || n, '[]', to_tsvector('simple', 'article ' || n)
     from generate_series(1, $1::integer) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute') as m(moment)`,
    [articles],
  );
  await clone.query("vacuum analyze news_article");
});

afterAll(() => clone.close());

const momentOf = (article: number) => new Date(Date.UTC(2026, 0, 1) + article * 60_000);

/** Reads a page in a transaction of its own and counts the rows of articles that PostgreSQL touched for it. */
function readCounted(query: Record<string, unknown>) {
  return clone.database.transaction().execute(async (transaction) => {
    const countTouched = async () => {
      const { rows } = await sql<{ touched: number }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as touched
        from pg_stat_xact_user_tables where relname = 'news_article'`.execute(transaction);
      return rows[0]?.touched ?? Number.NaN;
    };
    // Earlier transactions of the connection may be counted as well until their figures are sent on.
    const before = await countTouched();
    const page = await listNews(transaction, createOperations().listNews.query?.parse(query) as NewsQuery);
    return {
      titles: page.articles.map(({ title }) => title),
      touched: (await countTouched()) - before,
    };
  });
}

async function idOf(article: number): Promise<number> {
  const [row] = await clone.query<{ article_id: string }>(
    "select article_id from news_article where title = $1",
    [`Article ${article}`],
  );
  return Number(row?.article_id);
}

it.each([
  ["all articles", {}, 1],
  ["one category", { categoryId: "8" }, 2],
  ["a network", { subCategoryId: "46" }, 1],
])(
  "a page by cursor of %s costs the same work however deep it lies [NEWS-12]",
  async (_case, filter, step) => {
    const first = await readCounted({ ...filter, limit: 10 });
    expect(first.touched).toBeGreaterThanOrEqual(10);
    for (const depth of [1_000, 10_001, 19_001]) {
      const after = articles - depth - (step === 2 ? (articles - depth + 1) % 2 : 0);
      const cursor = encodeNewsCursor({ createdAt: momentOf(after), articleId: await idOf(after) });
      const page = await readCounted({ ...filter, limit: 10, cursor });
      expect(page.titles).toEqual(
        Array.from({ length: 10 }, (_, index) => `Article ${after - step * (index + 1)}`),
      );
      expect(page.touched).toBeLessThanOrEqual(first.touched + 2);
    }
  },
);
