import type { OperatorEngine } from "@mintwright/api-contract/dashboard";
import type { EngineCalls } from "./engines.repository.ts";

export function sumUpCalls(rows: readonly EngineCalls[]): Pick<OperatorEngine, "lastHour" | "minutes"> {
  const countOf = (outcome: string, among = rows) =>
    among.reduce((sum, row) => sum + (row.outcome === outcome ? row.calls : 0), 0);
  const byMinute = Map.groupBy(rows, ({ minute }) => minute.toISOString());
  return {
    lastHour: {
      answered: countOf("answered"),
      failed: countOf("failed"),
      refused: countOf("refused"),
      cancelled: countOf("cancelled"),
      p50InSeconds: estimateQuantile(rows, 0.5),
      p95InSeconds: estimateQuantile(rows, 0.95),
    },
    minutes: [...byMinute].map(([minute, among]) => ({
      minute,
      answered: countOf("answered", among),
      failed: countOf("failed", among),
      p95InSeconds: estimateQuantile(among, 0.95) ?? 0,
    })),
  };
}

/**
 * Estimates a quantile of response times from histogram buckets, linearly between two bounds, as Prometheus does. Calls
 * above the last bound count as the last bound.
 */
export function estimateQuantile(rows: readonly EngineCalls[], share: number): number | null {
  const answered = rows.filter(({ outcome }) => outcome === "answered");
  const byBound = Map.groupBy(answered, ({ upToSeconds }) => upToSeconds);
  const buckets = [...byBound]
    .map(([bound, among]) => ({ bound, calls: among.reduce((sum, { calls }) => sum + calls, 0) }))
    .sort((one, other) => one.bound - other.bound);
  const total = buckets.reduce((sum, { calls }) => sum + calls, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let below = 0;
  let lower = 0;
  for (const { bound, calls } of buckets) {
    if (below + calls >= wanted && calls > 0) {
      if (!Number.isFinite(bound)) return lower;
      return lower + (bound - lower) * ((wanted - below) / calls);
    }
    below += calls;
    lower = bound;
  }
  return lower;
}
