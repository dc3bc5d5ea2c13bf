import { newsCategories, newsNetworks, newsTokens, type Operations } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { RawAnswer, type ServeOperation } from "../../platform/operation-context.ts";
import { getNewsArticle, listNews } from "./news.service.ts";
import { writeNewsFeed } from "./news-rss.ts";

/** Serves the news and the lists of ids that filter them. */
export function registerNewsRoutes(serve: ServeOperation, operations: Operations, database: Database): void {
  serve(operations.listNews, async ({ input: { query }, chargeOnly }) => {
    const { articles, ...counted } = await listNews(database, query);
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
    const { articles } = await listNews(database, query);
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
