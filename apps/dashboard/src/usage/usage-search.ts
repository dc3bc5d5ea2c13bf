import type { UsageGrouping } from "@mintwright/api-contract/dashboard";

export const periods = [7, 30, 90] as const;
export const measures = ["spent", "requests", "errors"] as const;
const groupings = ["operation", "key", "model", "day"] as const satisfies UsageGrouping[];

export type Measure = (typeof measures)[number];

/** The URL parameters of the usage page. Two dates take the place of the number of days. */
export interface UsageSearch {
  days?: (typeof periods)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  by?: UsageGrouping | undefined;
  show?: Measure | undefined;
}

const toDate = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export function readUsageSearch(search: Record<string, unknown>): UsageSearch {
  return {
    days: periods.find((days) => days === Number(search.days)),
    from: toDate(search.from),
    to: toDate(search.to),
    by: groupings.find((grouping) => grouping === search.by),
    show: measures.find((measure) => measure === search.show),
  };
}

const dayInMs = 86_400_000;
const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The range of a search, in UTC: its two dates, or the last 30 days. */
export function toRange(
  { days = 30, from, to }: UsageSearch,
  now = Date.now(),
): { from: string; to: string } {
  if (from && to && from <= to) return { from, to };
  return { from: toDay(now - (days - 1) * dayInMs), to: toDay(now) };
}
