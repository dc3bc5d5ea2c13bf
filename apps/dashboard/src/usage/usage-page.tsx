import type { UsageGroup, UsageGrouping, UsageReport } from "@mintwright/api-contract/dashboard";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { call, urlOf } from "../api/call.ts";
import { buttonLink } from "../ui/button.tsx";
import { formatCredits, formatDay, formatOperation } from "../ui/format.ts";
import { OnSight } from "../ui/on-sight.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, PanelFailure } from "../ui/states.tsx";
import { measureNames, UsageFilters } from "./usage-filters.tsx";
import { type Measure, toRange } from "./usage-search.ts";
import { chooseSeries, toChartDays } from "./usage-series.ts";
import { describeErrors, formatLatency, UsageTable } from "./usage-table.tsx";

// The chart's library is larger than the rest of the page: it is loaded where there is something to draw.
const UsageChart = lazy(() =>
  import("./usage-chart.tsx").then(({ UsageChart }) => ({ default: UsageChart })),
);

const route = getRouteApi("/inside/usage");

const names = {
  operation: (group: UsageGroup) => formatOperation(group.group),
  key: (group: UsageGroup) => group.name ?? "Deleted key",
  model: (group: UsageGroup) => group.group || "No model or background work",
  day: (group: UsageGroup) => formatDay(group.group),
};
const groupNames = { operation: "Operation", key: "Key", model: "Model", day: "Day" } as const;

export function UsagePage() {
  const search = route.useSearch();
  const range = toRange(search);
  const groupBy = search.by ?? "operation";
  const { data, error, refetch } = useQuery({
    queryKey: ["usage", range, groupBy],
    // With what was asked for: the report before it is shown until the next one is there.
    queryFn: async () => ({
      range,
      groupBy,
      report: await call("GET /usage", { query: { ...range, groupBy } }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Usage"
      text="Requests, errors, latency and credits of this account. Days are in UTC."
      action={
        <div className="flex flex-wrap gap-2">
          <Link to="/logs" search={{}} className={buttonLink.quiet}>
            See logs
          </Link>
          <a href={urlOf("GET /usage.csv", { query: range })} download className={buttonLink.quiet}>
            Download CSV
          </a>
        </div>
      }
    >
      <UsageFilters search={search} />
      {error && (
        <Panel>
          <PanelFailure error={error} onRetry={() => refetch()} />
        </Panel>
      )}
      {!data && !error && <Loading />}
      {data &&
        (data.report.groups.length > 0 ? (
          <Report {...data} show={search.show ?? "spent"} />
        ) : (
          <Panel>
            <Empty title="No usage in this period" text="Usage appears here after your first API calls.">
              <Link to="/playground/image" className={buttonLink.quiet}>
                Open the playground
              </Link>
            </Empty>
          </Panel>
        ))}
    </Page>
  );
}

function Report({
  report,
  range,
  groupBy: by,
  show,
}: {
  report: UsageReport;
  range: { from: string; to: string };
  groupBy: UsageGrouping;
  show: Measure;
}) {
  const nameOf = names[by];
  const series =
    by === "day"
      ? chooseSeries([{ ...report.total, group: "" }], show, () => measureNames[show])
      : chooseSeries(report.groups, show, nameOf);
  const rows = by === "day" ? report.days.map((row) => ({ ...row, group: "" })) : report.days;
  const unit = show === "spent" ? " credits" : "";
  return (
    <>
      <Figures total={report.total} />
      <Panel title={`${measureNames[show]} per day`}>
        <div className="p-4">
          {series.length > 0 ? (
            <OnSight className="min-h-64">
              <Suspense fallback={<div className="h-64 animate-pulse rounded-md bg-sunken" />}>
                <UsageChart
                  days={toChartDays(range, rows, series, show)}
                  series={series}
                  text={`${measureNames[show]} per day by ${groupNames[by].toLowerCase()}.`}
                  format={(value) => `${formatCredits(value)}${unit}`}
                />
              </Suspense>
            </OnSight>
          ) : (
            <p className="text-muted">No {measureNames[show].toLowerCase()} in this period.</p>
          )}
        </div>
      </Panel>
      <Panel>
        <UsageTable
          groups={by === "day" ? report.groups.toReversed() : report.groups}
          series={by === "day" ? [] : series}
          groupName={groupNames[by]}
          nameOf={nameOf}
        />
      </Panel>
    </>
  );
}

function Figures({ total }: { total: UsageGroup }) {
  const figures = [
    ["Requests", formatCredits(total.requests)],
    ["Errors", describeErrors(total)],
    ["Credits", formatCredits(total.spent)],
    ["Latency p50", formatLatency(total.p50InMs)],
    ["Latency p95", formatLatency(total.p95InMs)],
    ["Latency p99", formatLatency(total.p99InMs)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-md border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="numbers truncate text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <div className="h-20 animate-pulse rounded-md bg-sunken" />
      <div className="h-72 animate-pulse rounded-md bg-sunken" />
      <div className="h-40 animate-pulse rounded-md bg-sunken" />
    </div>
  );
}
