import type { OperatorFeed } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { formatAgo, formatCount } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { feedsQuery } from "./queries.ts";

/** News feeds, failing feeds first. */
export function Feeds() {
  const { data, error, refetch, isPending } = useQuery(feedsQuery);
  return (
    <Panel title="Feeds">
      {error && <PanelFailure error={error} onRetry={refetch} />}
      {isPending && <LoadingRows rows={5} />}
      {data?.feeds.length === 0 && (
        <Empty
          title="No feeds"
          text="Set news.gather to true in mintwright.yaml to fetch news. Each feed then appears here with its status."
        />
      )}
      <ul className="divide-y divide-line">
        {data?.feeds.map((feed) => (
          <FeedRow key={feed.url} feed={feed} />
        ))}
      </ul>
    </Panel>
  );
}

function FeedRow({ feed }: { feed: OperatorFeed }) {
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-baseline gap-4">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{feed.name}</p>
          <p className="numbers truncate text-muted text-xs" title={feed.url}>
            {feed.url}
          </p>
        </div>
        <div className="text-right">
          <p>
            {!feed.isEnabled && <Status state="neutral">Disabled</Status>}
            {feed.isEnabled && feed.failures > 0 && (
              <Status state="error">Failed {formatCount(feed.failures, "time")}</Status>
            )}
            {feed.isEnabled && feed.failures === 0 && (
              <Status state={feed.lastFetchedAt ? "ok" : "neutral"}>
                {feed.lastFetchedAt ? "Healthy" : "Not fetched yet"}
              </Status>
            )}
          </p>
          <p className="text-muted text-xs">
            Fetched {formatAgo(feed.lastFetchedAt)} · {formatCount(feed.articlesInLastDay, "article")} in 24 h
          </p>
        </div>
      </div>
      {feed.lastError && feed.failures > 0 && (
        <p className="break-words rounded-md bg-red-soft px-3 py-2">{feed.lastError}</p>
      )}
    </li>
  );
}
