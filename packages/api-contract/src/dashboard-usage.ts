import { z } from "zod";
import { defineRoute } from "./dashboard-route.ts";

export const usageGroupings = ["operation", "key", "model", "day"] as const;

export type UsageGrouping = (typeof usageGroupings)[number];

/** The longest range of a usage report, in days. */
export const maxUsageDays = 366;

const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-01-31`);
const count = z.int().min(0);
const latency = z.number().min(0).nullable();

interface DayRange {
  from: string;
  to: string;
}

const rangeShape = { from: day("from"), to: day("to") };

const checkRange = <Query extends DayRange>(query: z.ZodType<Query>) =>
  query
    .refine(({ from, to }) => from <= to, { path: ["to"], error: "to must not be before from" })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxUsageDays * 86_400_000, {
      path: ["from"],
      error: `A report covers at most ${maxUsageDays} days`,
    });

const amounts = {
  requests: count,
  clientErrors: count,
  serverErrors: count,
  spent: z.number(),
};

const groupSchema = z.object({
  /** The operation, the key's id, the model or the day; empty for what has no model. */
  group: z.string(),
  /** The key's name. Null for a deleted key and for other groupings. */
  name: z.string().nullable(),
  ...amounts,
  p50InMs: latency,
  p95InMs: latency,
  p99InMs: latency,
});

/** The usage of one operation, key, model or day in the range. */
export type UsageGroup = z.infer<typeof groupSchema>;

const usageDaySchema = z.object({ day: z.iso.date(), group: z.string(), ...amounts });

/** The usage of one group on one day. */
export type UsageDay = z.infer<typeof usageDaySchema>;

const reportSchema = z.object({
  total: groupSchema,
  /** Highest spending first, or by day. */
  groups: z.array(groupSchema),
  days: z.array(usageDaySchema),
});

export type UsageReport = z.infer<typeof reportSchema>;

/** Usage by day in UTC, with errors and latencies. */
export const usageRoutes = {
  getUsageReport: defineRoute({
    method: "GET",
    path: "/usage",
    query: checkRange(z.object({ ...rangeShape, groupBy: z.enum(usageGroupings).default("operation") })),
    response: reportSchema,
  }),
  exportUsage: defineRoute({
    method: "GET",
    path: "/usage.csv",
    occupies: "heavyOperations",
    query: checkRange(z.object(rangeShape)),
    response: z.string(),
  }),
} as const;
