import { createOperations, type NewsQuery } from "@mintwright/api-contract";
import type { KyselyPlugin, QueryId, RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { listNews } from "./news.service.ts";
import { encodeNewsCursor } from "./news-cursor.ts";

const articles = 20_000;
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
  await clone.query(
    `insert into news_article (created_at, published_at, category_id, network_id, title, description, url, words)
     select m, m, case when i % 2 = 0 then 5 else 8 end, 46, 'Article ' || i, repeat('text ', 20), 'https://o.example/' || i, ''
     from (select i, timestamptz '2026-01-01' + i * interval '1 minute' as m from generate_series(1, ${articles}) as i) made`,
  );
  await clone.query("vacuum analyze news_article");
});

afterAll(() => clone.close());

/** Reads a page and counts the blocks that PostgreSQL touches for it. */
async function countBlocks(query: Record<string, unknown>): Promise<number> {
  const asked: [RootOperationNode, QueryId][] = [];
  const listen: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push([node, queryId]);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const parsed = createOperations().listNews.query?.parse(query) as NewsQuery;
  const { articles } = await listNews(clone.database.withPlugin(listen), parsed, { publicUrl: "" });
  expect(articles).toHaveLength(10);
  let blocks = 0;
  for (const [node, queryId] of asked) {
    const { sql, parameters } = clone.database.getExecutor().compileQuery(node, queryId);
    const [row] = await clone.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${sql}`,
      [...parameters],
    );
    const plan = row?.["QUERY PLAN"][0].Plan;
    blocks += (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
  }
  return blocks;
}

function cursorAt(index: number): string {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000);
  return encodeNewsCursor({ createdAt, articleId: index });
}

describe.each([{}, { categoryId: "8" }, { sortOrder: "asc" }])("a page of %j", (filter) => {
  it("costs the same work by cursor however deep it lies, unlike by offset [NEWS-12]", async () => {
    const first = await countBlocks({ ...filter });
    const middle = await countBlocks({ ...filter, cursor: cursorAt(articles / 2 + 1) });
    expect(middle).toBeLessThanOrEqual(first * 1.5);
    expect(await countBlocks({ ...filter, offset: articles / 2 - 100 })).toBeGreaterThan(first * 2);
  });
});
