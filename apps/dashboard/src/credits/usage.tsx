import type { UsageRow } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { usageQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { formatCredits, formatOperation } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, PanelFailure } from "../ui/states.tsx";

// The chart's library is larger than the rest of the page: it comes only where there is something to draw.
const UsageChart = lazy(() =>
  import("./usage-chart.tsx").then(({ UsageChart }) => ({ default: UsageChart })),
);

const groupings = {
  operation: (row: UsageRow) => formatOperation(row.operation),
  key: (row: UsageRow) => row.keyName ?? "Deleted key",
};

const periods = { "7 days": 7, "30 days": 30, "90 days": 90 } as const;

export function Usage() {
  const [period, setPeriod] = useState<keyof typeof periods>("30 days");
  const [grouping, setGrouping] = useState<keyof typeof groupings>("operation");
  const [isTable, setTable] = useState(false);
  const { data, error, refetch } = useQuery(usageQuery(periods[period]));
  const totals = data && sumUp(data.rows, groupings[grouping]);
  const action = (
    <div className="flex flex-wrap items-center gap-3">
      <InlineChoice
        label="Group by"
        value={grouping}
        onChange={setGrouping}
        options={[
          ["operation", "Operation"],
          ["key", "Key"],
        ]}
      />
      <InlineChoice
        label="Period"
        value={period}
        onChange={setPeriod}
        options={[
          ["7 days", "7 days"],
          ["30 days", "30 days"],
          ["90 days", "90 days"],
        ]}
      />
      <Button onClick={() => setTable(!isTable)}>{isTable ? "Show chart" : "Show table"}</Button>
    </div>
  );
  return (
    <Panel title="Usage" action={action}>
      {error && <PanelFailure error={error} onRetry={refetch} />}
      {!data && !error && (
        <div role="status" aria-label="Loading" className="m-4 h-56 animate-pulse rounded-md bg-sunken" />
      )}
      {totals && totals.length === 0 && (
        <Empty title="No usage yet" text="Daily spending appears here after your first API calls." />
      )}
      {data && totals && totals.length > 0 && (
        <div className="flex flex-col gap-4 p-4">
          {!isTable && (
            <Suspense fallback={<div className="h-56 animate-pulse rounded-md bg-sunken" />}>
              <UsageChart from={data.from} to={data.to} rows={data.rows} />
            </Suspense>
          )}
          <Totals totals={totals} name={grouping} />
        </div>
      )}
    </Panel>
  );
}

interface Total {
  name: string;
  requests: number;
  spent: number;
}

function sumUp(rows: UsageRow[], nameOf: (row: UsageRow) => string): Total[] {
  const totals = new Map<string, Total>();
  for (const row of rows) {
    const name = nameOf(row);
    const total = totals.get(name) ?? { name, requests: 0, spent: 0 };
    totals.set(name, {
      name,
      requests: total.requests + row.requests,
      spent: Math.round((total.spent + row.spent) * 100) / 100,
    });
  }
  return [...totals.values()].sort((one, other) => other.spent - one.spent);
}

function Totals({ totals, name }: { totals: Total[]; name: string }) {
  return (
    <table className="w-full text-left">
      <thead className="text-muted text-xs">
        <tr>
          <th className="py-1 font-normal">{name === "key" ? "Key" : "Operation"}</th>
          <th className="py-1 text-right font-normal">Requests</th>
          <th className="py-1 text-right font-normal">Credits</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {totals.map((total) => (
          <tr key={total.name}>
            <td className="max-w-40 truncate py-2">{total.name}</td>
            <td className="numbers py-2 text-right">{formatCredits(total.requests)}</td>
            <td className="numbers py-2 text-right">{formatCredits(total.spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
