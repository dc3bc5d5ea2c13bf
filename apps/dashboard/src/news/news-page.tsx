import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { creditsQuery } from "../api/queries.ts";
import { writeCredits } from "../playground/price.tsx";
import { Button, buttonLink } from "../ui/button.tsx";
import { formatCredits } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure } from "../ui/states.tsx";
import { NewsFilters } from "./news-filters.tsx";
import { LoadingNews, NewsList } from "./news-list.tsx";
import { articlesPerPage, newsAllowanceQuery, newsPriceQuery, newsQuery } from "./news-queries.ts";

const route = getRouteApi("/inside/news");

/** Crypto news. Nothing is loaded or charged before the user asks for it. */
export function NewsPage() {
  const search = route.useSearch();
  const queryClient = useQueryClient();
  const price = useQuery(newsPriceQuery);
  const allowance = useQuery(newsAllowanceQuery);
  const pages = useInfiniteQuery(newsQuery(queryClient, search));
  const [isAutoLoading, setAutoLoading] = useState(false);
  const articles = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const [first] = pages.data?.pages ?? [];
  const load = async () => {
    await pages.fetchNextPage();
    await queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey, exact: true });
  };
  const left = allowance.data?.left ?? 0;
  const isFree = left >= articlesPerPage;
  const cost = isFree ? " · free" : price.data === undefined ? "" : ` · ${writeCredits(price.data)}`;
  const alerts = (
    <Link
      to="/news/alerts"
      search={{
        category: search.category,
        network: search.network,
        token: search.token,
        words: search.words,
      }}
      className={buttonLink.quiet}
    >
      Alerts
    </Link>
  );
  return (
    <Page
      title="News"
      text="Crypto news from many sources. Reports of the same story are grouped."
      action={alerts}
    >
      <NewsFilters search={search} />
      {price.error && <Failure error={price.error} onRetry={price.refetch} />}
      {!pages.data && !pages.isFetching && !pages.error && (
        <Panel>
          <Empty
            title="Load the latest news"
            text={
              isFree
                ? `${left} of ${allowance.data?.perDay} free articles are left today. After that you pay per page of ${articlesPerPage}.`
                : `You pay per page of ${articlesPerPage} articles. Opening the articles of a loaded page is free, and an empty page costs nothing.`
            }
          >
            <Button
              look="main"
              onClick={load}
              disabled={price.data === undefined || allowance.data === undefined}
            >
              Load news{cost}
            </Button>
          </Empty>
        </Panel>
      )}
      {!pages.data && pages.isFetching && <LoadingNews />}
      {first && articles.length === 0 && (
        <Panel>
          <Empty
            title="No articles found"
            text="Nothing was charged. Try fewer keywords or remove a filter."
          />
        </Panel>
      )}
      {articles.length > 0 && (
        <>
          <p className="text-muted text-xs" aria-live="polite">
            {formatCredits(articles.length)} of {first?.isTotalEstimated ? "about " : ""}
            {formatCredits(first?.total ?? 0)} articles
          </p>
          <NewsList articles={articles} />
        </>
      )}
      {pages.error && <Failure error={pages.error} onRetry={load} />}
      {pages.hasNextPage && !pages.error && (
        <More
          cost={cost}
          isLoading={pages.isFetching}
          isAutoLoading={isAutoLoading}
          onAutoLoad={setAutoLoading}
          onLoad={load}
        />
      )}
    </Page>
  );
}

function More({
  cost,
  isLoading,
  isAutoLoading,
  onAutoLoad,
  onLoad,
}: {
  cost: string;
  isLoading: boolean;
  isAutoLoading: boolean;
  onAutoLoad: (isAutoLoading: boolean) => void;
  onLoad: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAutoLoading || isLoading || !end.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoad(), {
      rootMargin: "200px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isAutoLoading, isLoading, onLoad]);
  return (
    <div ref={end} className="flex flex-wrap items-center gap-4">
      <Button onClick={onLoad} isBusy={isLoading}>
        Load {articlesPerPage} more{cost}
      </Button>
      <label className="flex items-center gap-2 text-muted">
        <input
          type="checkbox"
          checked={isAutoLoading}
          onChange={(event) => onAutoLoad(event.target.checked)}
        />
        Load more while I scroll (charged per page)
      </label>
    </div>
  );
}
