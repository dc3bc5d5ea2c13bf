import type { NewsArticle } from "@mintwright/sdk";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { operations } from "../api/operations.ts";
import type { NewsSearch } from "./news-search.ts";

/** Articles of one page, which is what one price buys. */
export const articlesPerPage = 10;

const dayInMs = 86_400_000;
// Pages are paid for: nothing is loaded or loaded again unless somebody asks for it.
const paid = {
  enabled: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 3_600_000,
  retry: false,
} as const;

/** The price of a page or of an article, as the server says it. */
export const newsPriceQuery = queryOptions({
  queryKey: ["news-price"],
  queryFn: async () => (await operations.credits.price("news.list", { limit: articlesPerPage })).price,
  staleTime: Number.POSITIVE_INFINITY,
});

const articleKey = (id: number) => ["news-article", id];

/** One article: from a list that was paid for, or bought by itself. */
export const articleQuery = (id: number) =>
  queryOptions({ queryKey: articleKey(id), queryFn: () => operations.news.get(id), ...paid });

/** The price of one article. */
export const articlePriceQuery = (id: number) =>
  queryOptions({
    queryKey: ["news-article-price", id],
    queryFn: async () => (await operations.news.get(id, { dryRun: true })).price,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A list of articles; every article of it can be opened without another charge. */
export const newsQuery = (queryClient: QueryClient, search: NewsSearch) =>
  infiniteQueryOptions({
    queryKey: ["news", search],
    queryFn: async ({ pageParam }) => {
      const pages = operations.news
        .list({ ...toFilter(search), ...(pageParam && { cursor: pageParam }) })
        .pages();
      const first = await pages[Symbol.asyncIterator]().next();
      if (first.done) throw new Error("The list of news has no page.");
      const { data } = first.value;
      for (const article of data.data) queryClient.setQueryData<NewsArticle>(articleKey(article.id), article);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    ...paid,
  });

function toFilter({ category, network, token, words, days, order }: NewsSearch) {
  return {
    limit: articlesPerPage,
    ...(category && { categoryId: category }),
    ...(network && { subCategoryId: network }),
    ...(token && { tokenId: token }),
    ...(words && { searchQuery: words }),
    // From midnight on, so that the same link asks for the same list all day.
    ...(days && { fetchAfter: new Date(Date.now() - (days - 1) * dayInMs).toISOString().slice(0, 10) }),
    ...(order && { sortOrder: "asc" as const }),
  };
}
