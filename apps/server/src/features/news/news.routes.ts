import {
  type NewsQuery,
  newsCategories,
  newsNetworks,
  newsTokens,
  type Operations,
} from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { RawAnswer, type ServeOperation } from "../../platform/operation-context.ts";
import { getNewsArticle, listNews, type NewsList } from "./news.service.ts";
import { writeNewsFeed } from "./news-rss.ts";

/** Lets readers who ask for the same page at the same moment share one read. Nothing outlives the read. */
function shareReads(read: (query: NewsQuery) => Promise<NewsList>): (query: NewsQuery) => Promise<NewsList> {
  const underWay = new Map<string, Promise<NewsList>>();
  return (query) => {
    const key = JSON.stringify(query);
    const shared = underWay.get(key);
    if (shared) return shared;
    const reading = read(query).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
}

/** Serves the news and the lists of ids that filter them. */
export function registerNewsRoutes(serve: ServeOperation, operations: Operations, database: Database): void {
  const readPage = shareReads((query: NewsQuery) => listNews(database, query));

  serve(operations.listNews, async ({ input: { query }, chargeOnly }) => {
    const { articles, ...counted } = await readPage(query);
    if (articles.length === 0) chargeOnly(0);
    return {
      statusCode: 200 as const,
      message: articles.length > 0 ? "News" : "No article matches",
      data: articles,
      limit: query.limit,
      offset: query.offset ?? 0,
      ...counted,
    };
  });

  serve(operations.getNewsFeed, async ({ input: { query }, chargeOnly }) => {
    const { articles } = await readPage(query);
    if (articles.length === 0) chargeOnly(0);
    return new RawAnswer("application/rss+xml; charset=utf-8", writeNewsFeed(articles));
  });

  serve(operations.getNewsArticle, async ({ input: { params } }) => ({
    statusCode: 200 as const,
    message: "Article",
    data: await getNewsArticle(database, params.id),
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
