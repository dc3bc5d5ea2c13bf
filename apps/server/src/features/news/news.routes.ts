import {
  type NewsQuery,
  newsCategories,
  newsNetworks,
  newsTokens,
  type Operations,
} from "@mintwright/api-contract";
import type { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { type Reads, recentReads } from "../../platform/database/reads.ts";
import { RawAnswer, type ServeOperation } from "../../serving/operation-context.ts";
import { getNewsArticle, listNews, type NewsList } from "./news.service.ts";
import { writeNewsFeed } from "./news-rss.ts";

interface WrittenPage {
  answer: RawAnswer;
  isEmpty: boolean;
}

/** Reads a page. Its URLs start with the given public URL. */
type ReadPage = (query: NewsQuery, publicUrl: string) => Promise<WrittenPage>;

/** Lets concurrent requests for the same page share one read. Nothing is cached beyond it. */
function shareReads(read: ReadPage): ReadPage {
  const underWay = new Map<string, Promise<WrittenPage>>();
  return (query, publicUrl) => {
    const key = JSON.stringify([query, publicUrl]);
    const shared = underWay.get(key);
    if (shared) return shared;
    const reading = read(query, publicUrl).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
}

function writeNewsAnswer({ articles, ...counted }: NewsList, { limit, offset = 0 }: NewsQuery): RawAnswer {
  const answer: z.infer<Operations["listNews"]["response"]> = {
    statusCode: 200,
    message: articles.length > 0 ? "News" : "No article matches",
    data: articles,
    limit,
    offset,
    ...counted,
  };
  // As bytes, because many requests can share the answer.
  return RawAnswer.json(Buffer.from(JSON.stringify(answer)));
}

export function registerNewsRoutes(
  serve: ServeOperation,
  operations: Operations,
  { database, reads }: { database: Database; reads: Reads },
): void {
  const readPage = (write: (list: NewsList, query: NewsQuery) => RawAnswer) =>
    shareReads(async (query, publicUrl) => {
      // A page that an older replica answered could leave out articles between it and the page before.
      const options = query.cursor ? {} : recentReads;
      const list = await reads.run((read) => listNews(read, query, { publicUrl }), options);
      return { answer: write(list, query), isEmpty: list.articles.length === 0 };
    });
  const readJson = readPage(writeNewsAnswer);
  const readFeed = readPage(
    ({ articles }) => new RawAnswer("application/rss+xml; charset=utf-8", writeNewsFeed(articles)),
  );

  serve(operations.listNews, async ({ input: { query }, publicUrl, chargeOnly }) => {
    const { answer, isEmpty } = await readJson(query, publicUrl);
    if (isEmpty) chargeOnly(0);
    return answer;
  });

  serve(operations.getNewsFeed, async ({ input: { query }, publicUrl, chargeOnly }) => {
    const { answer, isEmpty } = await readFeed(query, publicUrl);
    if (isEmpty) chargeOnly(0);
    return answer;
  });

  serve(operations.getNewsArticle, async ({ input: { params }, publicUrl }) => ({
    statusCode: 200 as const,
    message: "Article",
    data: await getNewsArticle(database, params.id, { publicUrl }),
  }));

  const write = (message: string, data: readonly unknown[]) =>
    RawAnswer.json(JSON.stringify({ statusCode: 200, message, data }));
  const categories = write("Categories", newsCategories);
  const networks = write("Networks", newsNetworks);
  const tokens = write("Tokens", newsTokens);
  serve(operations.listNewsCategories, async () => categories);
  serve(operations.listNewsNetworks, async () => networks);
  serve(operations.listNewsTokens, async () => tokens);
}
