import { toCredits } from "@mintwright/api-contract";
import { dashboardRoutes, type UsageGroup, type UsageReport } from "@mintwright/api-contract/dashboard";
import { writeCsvLine } from "../../platform/csv-line.ts";
import { type Reads, recentReads } from "../../platform/database/reads.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { StreamAnswer } from "../../serving/operation-context.ts";
import { readPercentile } from "./latency-buckets.ts";
import {
  type DayRange,
  listKeyNames,
  listUsageOfDay,
  sumUsage,
  type UsageSums,
} from "./usage-report.repository.ts";

const csvColumns = [
  ...["day", "key", "keyId", "operation", "model", "requests", "clientErrors", "serverErrors", "credits"],
  ...["p50InMs", "p95InMs", "p99InMs"],
];

export function registerUsageDashboard(serve: ServeDashboard, reads: Reads): void {
  serve(dashboardRoutes.getUsageReport, async ({ caller: { accountId }, input: { query } }) => {
    const { groupBy, ...range } = query;
    return reads.run(async (read): Promise<UsageReport> => {
      const rows = await sumUsage(read, accountId, range, groupBy);
      const names = groupBy === "key" ? await listKeyNames(read, accountId) : undefined;
      const groups = [...Map.groupBy(rows, ({ group }) => group)].map(([group, members]) =>
        describeGroup(group, names?.get(group) ?? null, members),
      );
      return {
        total: describeGroup("", null, rows),
        groups: groupBy === "day" ? groups : groups.toSorted(bySpendingAndRequests),
        days: rows.map(({ day, group, ...sums }) => ({ day, group, ...describeAmounts(sums) })),
      };
    }, recentReads);
  });

  serve(dashboardRoutes.exportUsage, async ({ caller: { accountId }, input: { query }, answerHeaders }) => {
    answerHeaders["content-disposition"] = `attachment; filename="usage-${query.from}-${query.to}.csv"`;
    return new StreamAnswer("text/csv; charset=utf-8", writeUsage(reads, accountId, query));
  });
}

/** Day by day, so that a year of many keys needs no more memory than a day. */
async function* writeUsage(reads: Reads, accountId: string, { from, to }: DayRange): AsyncGenerator<string> {
  yield writeCsvLine(csvColumns);
  for (const day of listDays(from, to)) {
    const rows = await reads.run((read) => listUsageOfDay(read, accountId, day), recentReads);
    yield rows
      .map((row) => {
        const { requests, clientErrors, serverErrors, spent } = describeAmounts(row);
        const percentiles = describeLatencies(row.latencies);
        return writeCsvLine([
          ...[row.day, row.key_name, row.key_id, row.operation, row.model],
          ...[requests, clientErrors, serverErrors, spent],
          ...[percentiles.p50InMs, percentiles.p95InMs, percentiles.p99InMs],
        ]);
      })
      .join("");
  }
}

function* listDays(from: string, to: string): Generator<string> {
  for (let moment = Date.parse(from); moment <= Date.parse(to); moment += 86_400_000)
    yield new Date(moment).toISOString().slice(0, 10);
}

function describeGroup(group: string, name: string | null, rows: readonly UsageSums[]): UsageGroup {
  const total = rows.reduce<UsageSums>(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      client_errors: sum.client_errors + row.client_errors,
      server_errors: sum.server_errors + row.server_errors,
      spent: sum.spent + row.spent,
      latencies: addCounts(sum.latencies, row.latencies),
    }),
    { requests: 0, client_errors: 0, server_errors: 0, spent: 0, latencies: null },
  );
  return { group, name, ...describeAmounts(total), ...describeLatencies(total.latencies) };
}

function addCounts(one: number[] | null, other: number[] | null): number[] | null {
  if (!one || !other) return one ?? other;
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  return longer.map((count, index) => count + (shorter[index] ?? 0));
}

const describeAmounts = (sums: UsageSums) => ({
  requests: sums.requests,
  clientErrors: sums.client_errors,
  serverErrors: sums.server_errors,
  spent: toCredits(sums.spent),
});

const describeLatencies = (counts: number[] | null) => ({
  p50InMs: readPercentile(counts, 0.5),
  p95InMs: readPercentile(counts, 0.95),
  p99InMs: readPercentile(counts, 0.99),
});

const bySpendingAndRequests = (one: UsageGroup, other: UsageGroup) =>
  other.spent - one.spent || other.requests - one.requests;
