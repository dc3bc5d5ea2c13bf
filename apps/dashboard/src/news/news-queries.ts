import type { NewsArticle } from "@mintwright/sdk";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
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

/** Articles that can still be read without a charge today. */
export const newsAllowanceQuery = queryOptions({
  queryKey: ["news-allowance"],
  queryFn: () => call("GET /news/allowance"),
});

/** Remembers what is left, and says whether the server gave the page. */
function takeFree<Page>(queryClient: QueryClient, { left, page }: { left: number; page: Page | null }) {
  queryClient.setQueryData(newsAllowanceQuery.queryKey, (known) => known && { ...known, left });
  return page;
}

const findLeft = (queryClient: QueryClient) =>
  queryClient.getQueryData(newsAllowanceQuery.queryKey)?.left ?? 0;

export const newsPriceQuery = queryOptions({
  queryKey: ["news-price"],
  queryFn: async () => (await operations.credits.price("news.list", { limit: articlesPerPage })).price,
  staleTime: Number.POSITIVE_INFINITY,
});

const articleKey = (id: number) => ["news-article", id];

/** An article: from the cache of a loaded list, from the allowance, or charged separately. */
export const articleQuery = (queryClient: QueryClient, id: number) =>
  queryOptions({
    queryKey: articleKey(id),
    queryFn: async (): Promise<NewsArticle> => {
      if (findLeft(queryClient) === 0) return operations.news.get(id);
      const page = takeFree(queryClient, await call("GET /news/{id}", { params: { id } }));
      if (page) return page.data;
      throw new Error(usedUp);
    },
    ...paid,
  });

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
      const filter = { ...toFilter(search), ...(pageParam && { cursor: pageParam }) };
      const data = await readPage(queryClient, filter);
      for (const article of data.data) queryClient.setQueryData<NewsArticle>(articleKey(article.id), article);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    ...paid,
  });

const usedUp = "Today's free articles are used up. The button now shows the price.";

async function readPage(queryClient: QueryClient, filter: ReturnType<typeof toFilter> & { cursor?: string }) {
  if (findLeft(queryClient) > 0) {
    const page = takeFree(queryClient, await call("GET /news", { query: filter as never }));
    if (page) return page;
    throw new Error(usedUp);
  }
  const pages = operations.news.list(filter).pages();
  const first = await pages[Symbol.asyncIterator]().next();
  if (first.done) throw new Error("The server returned no page of news.");
  return first.value.data;
}

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
