import { expect, it } from "vitest";
import { createRequestSampler } from "./request-sampler.ts";

/** Sends requests within one second and returns the factors of the logged ones. */
function send(sampler: ReturnType<typeof createRequestSampler>, second: number, requests: number): number[] {
  return Array.from({ length: requests }, () => sampler.sample(second)).filter((factor) => factor > 0);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

it("logs every request up to the rate", () => {
  const sampler = createRequestSampler(20);
  for (const second of [1, 2, 3]) expect(send(sampler, second, 20)).toEqual(Array(20).fill(1));
});

it("logs a part above the rate, and the factors add up to the requests", () => {
  const sampler = createRequestSampler(20);
  const first = send(sampler, 1, 5_000);
  expect(first.slice(0, 21)).toEqual([...Array(20).fill(1), 2]);
  expect(first.length).toBeLessThan(20 * 9);
  expect(sum(first)).toBeGreaterThan(5_000 - 256);
  expect(sum(first)).toBeLessThanOrEqual(5_000);
  const second = send(sampler, 2, 5_000);
  expect(new Set(second)).toEqual(new Set([256]));
  expect(second.length).toBe(19);
  expect(sum(second)).toBeGreaterThan(5_000 - 256);
});

it("logs everything again after a quiet second", () => {
  const sampler = createRequestSampler(2);
  send(sampler, 1, 1_000);
  expect(send(sampler, 3, 2)).toEqual([1, 1]);
});

it("logs no successful request at rate 0", () => {
  expect(send(createRequestSampler(0), 1, 100)).toEqual([]);
});
