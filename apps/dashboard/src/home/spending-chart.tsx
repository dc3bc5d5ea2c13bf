import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usageQuery } from "../api/queries.ts";
import { formatCredits, formatDay, listDays } from "../ui/format.ts";
import { roundUp } from "./round-up.ts";

const days = 30;

/** Credits spent per day, with a scale. The selected day's figure replaces the caption. */
export function SpendingChart() {
  const { data } = useQuery(usageQuery(days));
  const [chosen, setChosen] = useState<number>();
  const spentByDay = new Map<string, number>();
  for (const { day, spent } of data?.rows ?? []) spentByDay.set(day, (spentByDay.get(day) ?? 0) + spent);
  const bars = data
    ? listDays(data.from, data.to).map((day) => ({ day, spent: spentByDay.get(day) ?? 0 }))
    : [];
  const top = roundUp(Math.max(1, ...bars.map(({ spent }) => spent)));
  const bar = chosen === undefined ? undefined : bars[chosen];
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-muted text-xs">
        <span>
          {bar
            ? `${formatDay(bar.day)}: ${formatCredits(bar.spent)} credits`
            : `Credits spent per day, ${days} days`}
        </span>
        <Link to="/usage" className="underline hover:text-ink">
          Show as table
        </Link>
      </figcaption>
      <div className="grid h-36 grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2">
        <div
          aria-hidden="true"
          className="numbers flex flex-col justify-between text-right text-muted text-xs leading-none"
        >
          <span>{formatCredits(top)}</span>
          <span>{formatCredits(top / 2)}</span>
          <span>0</span>
        </div>
        <div className="relative my-1.5 border-line border-b">
          <span aria-hidden="true" className="absolute inset-x-0 top-0 border-line border-t" />
          <span aria-hidden="true" className="absolute inset-x-0 top-1/2 border-line border-t" />
          <ol aria-label="Credits spent per day" className="absolute inset-0 flex items-stretch">
            {bars.map(({ day, spent }, index) => (
              <li
                key={day}
                onPointerEnter={() => setChosen(index)}
                onPointerLeave={() => setChosen(undefined)}
                className="flex min-w-0 flex-1 items-end px-px hover:bg-sunken"
              >
                <span className="sr-only">
                  {formatDay(day)}: {formatCredits(spent)}
                </span>
                <span
                  aria-hidden="true"
                  className="block w-full rounded-t-[2px] bg-blue"
                  style={{ height: `${(spent / top) * 100}%` }}
                />
              </li>
            ))}
          </ol>
        </div>
        <div aria-hidden="true" className="col-start-2 flex justify-between text-muted text-xs">
          <span>{data && formatDay(data.from)}</span>
          <span>{data && "Today"}</span>
        </div>
      </div>
    </figure>
  );
}
