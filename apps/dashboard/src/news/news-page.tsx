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
import { articlesPerPage, newsPriceQuery, newsQuery } from "./news-queries.ts";

const route = getRouteApi("/inside/news");

/** News: nothing is loaded, and nothing charged, before the reader says so. */
export function NewsPage() {
  const search = route.useSearch();
  const queryClient = useQueryClient();
  const price = useQuery(newsPriceQuery);
  const pages = useInfiniteQuery(newsQuery(queryClient, search));
  const [isRolling, setRolling] = useState(false);
  const articles = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const [first] = pages.data?.pages ?? [];
  const load = async () => {
    await pages.fetchNextPage();
    await queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey, exact: true });
  };
  const cost = price.data === undefined ? "" : ` · ${writeCredits(price.data)}`;
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
      text="What happened in crypto, each story once, with everybody who reported it."
      action={alerts}
    >
      <NewsFilters search={search} />
      {price.error && <Failure error={price.error} onRetry={price.refetch} />}
      {!pages.data && !pages.isFetching && !pages.error && (
        <Panel>
          <Empty
            title="Ready when you are"
            text={`A page has ${articlesPerPage} articles. You pay for a page when you load it, and nothing when there is none; opening its stories is included.`}
          >
            <Button look="main" onClick={load} disabled={price.data === undefined}>
              Show the news{cost}
            </Button>
          </Empty>
        </Panel>
      )}
      {!pages.data && pages.isFetching && <LoadingNews />}
      {first && articles.length === 0 && (
        <Panel>
          <Empty title="No article fits" text="Nothing was charged. Try fewer words, or a wider filter." />
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
          isRolling={isRolling}
          onRoll={setRolling}
          onLoad={load}
        />
      )}
    </Page>
  );
}

function More({
  cost,
  isLoading,
  isRolling,
  onRoll,
  onLoad,
}: {
  cost: string;
  isLoading: boolean;
  isRolling: boolean;
  onRoll: (isRolling: boolean) => void;
  onLoad: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRolling || isLoading || !end.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoad(), {
      rootMargin: "200px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isRolling, isLoading, onLoad]);
  return (
    <div ref={end} className="flex flex-wrap items-center gap-4">
      <Button onClick={onLoad} isBusy={isLoading}>
        {articlesPerPage} more{cost}
      </Button>
      <label className="flex items-center gap-2 text-muted">
        <input type="checkbox" checked={isRolling} onChange={(event) => onRoll(event.target.checked)} />
        Load and pay as I scroll, until I leave this page
      </label>
    </div>
  );
}
