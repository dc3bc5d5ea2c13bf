import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { urlOf } from "../api/call.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { MorePages } from "../ui/more-pages.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { BodySettings } from "./body-settings.tsx";
import { LogFilters } from "./log-filters.tsx";
import { logSettingsQuery, logsQuery } from "./log-queries.ts";
import { LogRow, logColumns } from "./log-row.tsx";
import type { LogSearch } from "./log-search.ts";
import { type LiveTail, type TailStart, useLiveTail } from "./use-live-tail.ts";

const route = getRouteApi("/inside/logs");

export function LogsPage() {
  const search = route.useSearch();
  const pages = useInfiniteQuery(logsQuery(search));
  const [start, setStart] = useState<TailStart>();
  const listed = pages.data?.pages.flatMap((page) => page.logs) ?? [];
  const tail = useLiveTail(search, start);
  const listedIds = new Set(listed.map(({ id }) => id));
  const shown = [...tail.logs.filter(({ id }) => !listedIds.has(id)), ...listed];
  const { data: settings } = useQuery(logSettingsQuery);
  return (
    <Page
      title="Logs"
      text={`API requests of this account${settings?.logDays ? `, kept for ${settings.logDays} days` : ""}. Requests without a valid key are not listed.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            look={start ? "quiet" : "main"}
            onClick={() => setStart(start ? undefined : { after: listed[0]?.id })}
          >
            {start ? "Stop live tail" : "Live tail"}
          </Button>
          <a href={urlOf("GET /logs/export")} download className={buttonLink.quiet}>
            Export
          </a>
        </div>
      }
    >
      <LogFilters search={search} />
      <Panel>
        <TailState tail={tail} onRetry={() => setStart(start && { ...start })} />
        {pages.isPending ? (
          <LoadingRows />
        ) : pages.error ? (
          <PanelFailure error={pages.error} onRetry={() => pages.refetch()} />
        ) : shown.length === 0 ? (
          <NoLogs search={search} />
        ) : (
          <>
            <div
              aria-hidden="true"
              className={`${logColumns} hidden border-line border-b py-2 text-muted text-xs md:grid`}
            >
              <span>Time</span>
              <span>Status</span>
              <span>Operation</span>
              <span>Key</span>
              <span className="text-right">Latency</span>
              <span className="text-right">Credits</span>
            </div>
            <ul aria-label="Requests" className="divide-y divide-line">
              {shown.map((log) => (
                <li key={log.id}>
                  <LogRow log={log} />
                </li>
              ))}
            </ul>
          </>
        )}
        <MorePages pages={pages} />
      </Panel>
      {settings && <BodySettings settings={settings} />}
    </Page>
  );
}

function TailState({ tail: { state }, onRetry }: { tail: LiveTail; onRetry: () => void }) {
  if (state === "off") return null;
  if (state === "failed")
    return <PanelFailure error={new Error("The live tail was interrupted.")} onRetry={onRetry} />;
  return (
    <p role="status" className="flex items-center gap-2 border-line border-b px-4 py-2 text-muted text-xs">
      <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
      {state === "live" ? "Live: new requests appear at the top." : "Connecting…"}
    </p>
  );
}

function NoLogs({ search }: { search: LogSearch }) {
  if (Object.values(search).some((value) => value !== undefined))
    return (
      <Empty
        title="No matching requests"
        text="No request matches these filters. Choose a longer time, or clear the filters."
      />
    );
  return (
    <Empty
      title="No requests in the last 24 hours"
      text="Every call with one of your keys is listed here with its status, latency and price."
    >
      <Link to="/keys" className={buttonLink.quiet}>
        Create a key
      </Link>
    </Empty>
  );
}
