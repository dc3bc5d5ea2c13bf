import { useQuery } from "@tanstack/react-query";
import { creditsQuery } from "../api/queries.ts";
import { formatCredits } from "../ui/format.ts";

export function Figures() {
  const { data } = useQuery(creditsQuery);
  const figures = [
    ["Balance", data?.balance],
    ["Held by running jobs", data?.held],
    ["Spent today", data?.spentToday],
    ["Spent this month", data?.spentThisMonth],
  ] as const;
  return (
    <>
      {data?.isLow && (
        <p role="status" className="rounded-md border border-line bg-amber-soft px-4 py-3">
          <strong className="font-medium text-amber">Low balance.</strong> At last week's rate, your credits
          last less than 3 days. Requests that you cannot pay for are rejected.
        </p>
      )}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col gap-1 bg-surface p-4">
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="numbers text-lg">
              {value === undefined ? (
                <span className="block h-7 w-20 animate-pulse rounded bg-line" />
              ) : (
                formatCredits(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
