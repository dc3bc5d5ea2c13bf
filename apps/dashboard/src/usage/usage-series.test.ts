import type { UsageGroup } from "@mintwright/api-contract/dashboard";
import { expect, it } from "vitest";
import { toRange } from "./usage-search.ts";
import { chooseSeries, toChartDays } from "./usage-series.ts";

const amounts = { requests: 1, clientErrors: 0, serverErrors: 0, spent: 0 };
const group = (name: string, spent: number): UsageGroup => ({
  ...amounts,
  ...{ group: name, name: null, spent, p50InMs: null, p95InMs: null, p99InMs: null },
});
const nameOf = ({ group: name }: UsageGroup) => name.toUpperCase();

it("gives each of five groups a colour, highest first, and none to groups without a value", () => {
  const series = chooseSeries([group("a", 1), group("b", 3), group("c", 0)], "spent", nameOf);
  expect(series.map(({ name }) => name)).toEqual(["B", "A"]);
  expect(new Set(series.map(({ colour }) => colour)).size).toBe(2);
});

it("puts what is left of many groups together", () => {
  const groups = ["a", "b", "c", "d", "e", "f", "g"].map((name, index) => group(name, 10 - index));
  const series = chooseSeries(groups, "spent", nameOf);
  expect(series.map(({ name }) => name)).toEqual(["A", "B", "C", "D", "Others"]);
  const rows = groups.map((each) => ({
    ...amounts,
    day: "2026-01-02",
    group: each.group,
    spent: each.spent,
  }));
  expect(toChartDays({ from: "2026-01-01", to: "2026-01-02" }, rows, series, "spent")).toEqual([
    { day: "2026-01-01", values: [0, 0, 0, 0, 0] },
    { day: "2026-01-02", values: [10, 9, 8, 7, 15] },
  ]);
});

it("shows the chosen dates, or the last days up to today", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(toRange({}, now)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
  expect(toRange({ days: 7 }, now)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  expect(toRange({ from: "2026-01-01", to: "2026-01-05" }, now)).toEqual({
    from: "2026-01-01",
    to: "2026-01-05",
  });
});
