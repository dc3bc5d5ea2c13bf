import type { UsageGroup } from "@mintwright/api-contract/dashboard";
import { formatCount, formatCredits, formatDuration } from "../ui/format.ts";
import type { Series } from "./usage-series.ts";

const columns =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 sm:grid-cols-[minmax(0,1fr)_6rem_7rem_5rem_5rem_5rem_6rem]";

/** Totals of the range by group, with the colour that a group has in the chart. */
export function UsageTable({
  groups,
  series,
  groupName,
  nameOf,
}: {
  groups: readonly UsageGroup[];
  series: readonly Series[];
  groupName: string;
  nameOf: (group: UsageGroup) => string;
}) {
  const rest = series.find(({ group }) => group === undefined);
  return (
    <div>
      <div
        aria-hidden="true"
        className={`${columns} hidden border-line border-b py-2 text-right text-muted text-xs sm:grid`}
      >
        <span className="text-left">{groupName}</span>
        <span>Requests</span>
        <span>Errors</span>
        <span>p50</span>
        <span>p95</span>
        <span>p99</span>
        <span>Credits</span>
      </div>
      <ul aria-label={`Usage by ${groupName.toLowerCase()}`} className="divide-y divide-line">
        {groups.map((group) => {
          const colour = (series.find((one) => one.group === group.group) ?? rest)?.colour ?? "transparent";
          return (
            <li key={group.group} className={`${columns} py-2.5`}>
              <span className="flex min-w-0 items-baseline gap-2">
                <span
                  aria-hidden="true"
                  className="size-2.5 shrink-0 rounded-sm border border-line"
                  style={{ background: colour }}
                />
                <span className="truncate">{nameOf(group)}</span>
              </span>
              <span className="numbers order-2 text-right sm:hidden">
                {formatCredits(group.spent)} credits
              </span>
              <span className="order-3 col-span-2 pl-4.5 text-muted text-xs sm:hidden">
                {formatCount(group.requests, "request")} · {describeErrors(group)} errors · p95{" "}
                {formatLatency(group.p95InMs)}
              </span>
              <Cell>{formatCredits(group.requests)}</Cell>
              <Cell>{describeErrors(group)}</Cell>
              <Cell>{formatLatency(group.p50InMs)}</Cell>
              <Cell>{formatLatency(group.p95InMs)}</Cell>
              <Cell>{formatLatency(group.p99InMs)}</Cell>
              <Cell>{formatCredits(group.spent)}</Cell>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Cell({ children }: { children: string }) {
  return <span className="numbers hidden text-right sm:block">{children}</span>;
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** The number of failed requests and their share. */
export function describeErrors({ requests, clientErrors, serverErrors }: UsageGroup): string {
  const errors = clientErrors + serverErrors;
  return errors === 0 ? "0" : `${formatCredits(errors)} (${percent.format(errors / Math.max(1, requests))})`;
}

export const formatLatency = (milliseconds: number | null) =>
  milliseconds === null ? "–" : formatDuration(milliseconds / 1_000);
