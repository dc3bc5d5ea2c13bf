import type { UsageDay, UsageGroup } from "@mintwright/api-contract/dashboard";
import { listDays } from "../ui/format.ts";
import type { Measure } from "./usage-search.ts";

/** One colour of the stacked chart. */
export interface Series {
  /** The group, or undefined for all groups that have no colour of their own. */
  group: string | undefined;
  name: string;
  colour: string;
}

/** Steps of one colour: neighbours differ in lightness, so they can be told apart without seeing colours. */
const colours = [
  "var(--blue)",
  "color-mix(in oklab, var(--blue) 62%, var(--surface))",
  "color-mix(in oklab, var(--blue) 38%, var(--surface))",
  "color-mix(in oklab, var(--blue) 70%, var(--ink))",
  "color-mix(in oklab, var(--blue) 22%, var(--surface))",
];
const restColour = "var(--line)";

export const measureOf = (row: UsageDay | UsageGroup, measure: Measure): number =>
  measure === "errors" ? row.clientErrors + row.serverErrors : row[measure];

/** Gives the largest groups a colour each; the others share one. */
export function chooseSeries(
  groups: readonly UsageGroup[],
  measure: Measure,
  nameOf: (group: UsageGroup) => string,
): Series[] {
  const used = groups
    .filter((group) => measureOf(group, measure) > 0)
    .toSorted((one, other) => measureOf(other, measure) - measureOf(one, measure));
  const most = used.length > colours.length ? colours.length - 1 : colours.length;
  const series: Series[] = used.slice(0, most).map((group, index) => ({
    group: group.group,
    name: nameOf(group),
    colour: colours[index] ?? restColour,
  }));
  if (used.length > most) series.push({ group: undefined, name: "Others", colour: restColour });
  return series;
}

export interface ChartDay {
  day: string;
  /** By the index of the series. */
  values: number[];
}

/** Adds the rows up by day and series. A day without usage has zeros. */
export function toChartDays(
  { from, to }: { from: string; to: string },
  rows: readonly UsageDay[],
  series: readonly Series[],
  measure: Measure,
): ChartDay[] {
  const rest = series.findIndex(({ group }) => group === undefined);
  const placeOf = new Map(series.map(({ group }, index) => [group, index]));
  const days = new Map(listDays(from, to).map((day) => [day, series.map(() => 0)]));
  for (const row of rows) {
    const values = days.get(row.day);
    const place = placeOf.get(row.group) ?? rest;
    if (values?.[place] !== undefined) values[place] += measureOf(row, measure);
  }
  // A charge at midnight can count for the day before: the chart shows no negative rest.
  return [...days].map(([day, values]) => ({
    day,
    values: values.map((value) => Math.max(0, Math.round(value * 100) / 100)),
  }));
}
