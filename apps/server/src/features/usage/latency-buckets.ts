/** Upper bounds of the ranges in which latencies are counted; the last range has none. New bounds go to the end only. */
export const latencyBoundsInMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
  7_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000,
] as const;

/** Returns the index of the range that a latency is counted in. */
export function findBucket(latencyInMs: number): number {
  let low = 0;
  let high: number = latencyBoundsInMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (latencyInMs <= (latencyBoundsInMs[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Estimates a percentile by interpolation within its range; null without requests. */
export function readPercentile(counts: readonly number[] | null, share: number): number | null {
  const total = counts?.reduce((sum, count) => sum + count, 0) ?? 0;
  if (!counts || total === 0) return null;
  let left = total * share;
  for (const [index, count] of counts.entries()) {
    if (left > count || count === 0) {
      left -= count;
      continue;
    }
    const from = latencyBoundsInMs[index - 1] ?? 0;
    const to = latencyBoundsInMs[index] ?? from;
    return Math.round((from + ((to - from) * left) / count) * 10) / 10;
  }
  return latencyBoundsInMs.at(-1) ?? null;
}
