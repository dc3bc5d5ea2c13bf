import { expect, it } from "vitest";
import { findBucket, latencyBoundsInMs, readPercentile } from "./latency-buckets.ts";

const count = (latencies: number[]) => {
  const counts: number[] = Array(latencyBoundsInMs.length + 1).fill(0);
  for (const latency of latencies) counts[findBucket(latency)] = (counts[findBucket(latency)] ?? 0) + 1;
  return counts;
};

it("counts a latency in the range that ends at or above it", () => {
  expect([0, 1, 1.1, 10, 10.1, 300_000, 300_001].map(findBucket)).toEqual([0, 0, 1, 5, 6, 29, 30]);
});

it("estimates percentiles within the range of the exact ones", () => {
  const latencies = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const counts = count(latencies);
  expect(readPercentile(counts, 0.5)).toBeCloseTo(500, 0);
  expect(readPercentile(counts, 0.95)).toBeCloseTo(950, 0);
  expect(readPercentile(counts, 0.99)).toBeCloseTo(990, 0);
  expect(readPercentile(count([40]), 0.5)).toBe(40);
});

it("has no percentile without requests, and the highest bound above all ranges", () => {
  expect(readPercentile(null, 0.5)).toBeNull();
  expect(readPercentile(count([]), 0.5)).toBeNull();
  expect(readPercentile(count([900_000]), 0.99)).toBe(300_000);
});
