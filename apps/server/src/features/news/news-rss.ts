import { type NewsArticle, newsCategories, newsNetworks, newsTokens } from "@mintwright/api-contract";
import { generateRssFeed } from "feedsmith";

const categoryNames = new Map<number, string>(newsCategories.map(({ id, name }) => [id, name]));
const networkNames = new Map(newsNetworks.map(({ id, name }) => [id, name]));
const tokenSymbols = new Map<number, string>(newsTokens.map(({ id, symbol }) => [id, symbol]));

/** Renders articles as RSS 2.0. Contains no build date, so that the ETag stays the same. */
export function writeNewsFeed(articles: readonly NewsArticle[]): string {
  return generateRssFeed({
    title: "Mintwright news",
    description: "Crypto and blockchain news",
    link: "/news",
    items: articles.map((article) => ({
      title: article.title,
      link: article.url,
      description: article.description,
      guid: { value: `mintwright-news-${article.id}`, isPermaLink: false },
      pubDate: new Date(article.pubDate),
      categories: [
        categoryNames.get(article.categoryId),
        networkNames.get(article.subCategoryId),
        article.tokenId === null ? undefined : tokenSymbols.get(article.tokenId),
      ].flatMap((name) => (name ? [{ name }] : [])),
    })),
  });
}
