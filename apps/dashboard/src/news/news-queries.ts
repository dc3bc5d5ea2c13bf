import type { NewsArticle } from "@mintwright/sdk";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { operations } from "../api/operations.ts";
import type { NewsSearch } from "./news-search.ts";

/** Articles per page; each page is charged. */
export const articlesPerPage = 10;

const dayInMs = 86_400_000;
// Pages cost credits: never load or reload one automatically.
const paid = {
  enabled: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 3_600_000,
  retry: false,
} as const;

export const newsPriceQuery = queryOptions({
  queryKey: ["news-price"],
  queryFn: async () => (await operations.credits.price("news.list", { limit: articlesPerPage })).price,
  staleTime: Number.POSITIVE_INFINITY,
});

const articleKey = (id: number) => ["news-article", id];

/** An article, from the cache of a loaded list or charged separately. */
export const articleQuery = (id: number) =>
  queryOptions({ queryKey: articleKey(id), queryFn: () => operations.news.get(id), ...paid });

export const articlePriceQuery = (id: number) =>
  queryOptions({
    queryKey: ["news-article-price", id],
    queryFn: async () => (await operations.news.get(id, { dryRun: true })).price,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A list of articles. It caches each article, so that opening one is not charged again. */
export const newsQuery = (queryClient: QueryClient, search: NewsSearch) =>
  infiniteQueryOptions({
    queryKey: ["news", search],
    queryFn: async ({ pageParam }) => {
      const pages = operations.news
        .list({ ...toFilter(search), ...(pageParam && { cursor: pageParam }) })
        .pages();
      const first = await pages[Symbol.asyncIterator]().next();
      if (first.done) throw new Error("The server returned no page of news.");
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
    // Starts at midnight, so that a link returns the same list all day.
    ...(days && { fetchAfter: new Date(Date.now() - (days - 1) * dayInMs).toISOString().slice(0, 10) }),
    ...(order && { sortOrder: "asc" as const }),
  };
}
