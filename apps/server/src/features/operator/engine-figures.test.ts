import { describe, expect, it } from "vitest";
import { estimateQuantile, sumUpCalls } from "./engine-figures.ts";

const minute = new Date("2026-01-01T00:00:00Z");
const row = (upToSeconds: number, calls: number, outcome = "answered", at = minute) => ({
  engine: "one",
  minute: at,
  outcome,
  upToSeconds,
  calls,
});

describe("figures of an engine", () => {
  it("estimate quantiles between two bounds, over rows of every process and minute", () => {
    const rows = [row(0.1, 40), row(0.2, 50), row(0.1, 10), row(1, 0)];
    expect(estimateQuantile(rows, 0.5)).toBeCloseTo(0.1);
    expect(estimateQuantile(rows, 0.75)).toBeCloseTo(0.15);
    expect(estimateQuantile(rows, 1)).toBeCloseTo(0.2);
  });

  it("do not invent a speed beyond the last bound, nor for an engine that answered nothing", () => {
    expect(estimateQuantile([row(60, 1), row(Number.POSITIVE_INFINITY, 9)], 0.95)).toBe(60);
    expect(estimateQuantile([row(0.1, 5, "failed")], 0.5)).toBeNull();
    expect(estimateQuantile([], 0.5)).toBeNull();
  });

  it("count every outcome, and tell the minutes apart", () => {
    const later = new Date(minute.getTime() + 60_000);
    const { lastHour, minutes } = sumUpCalls([
      row(0.1, 3),
      row(0.1, 2, "failed"),
      row(0.1, 1, "refused", later),
      row(0.5, 4, "answered", later),
    ]);
    expect(lastHour).toMatchObject({ answered: 7, failed: 2, refused: 1, cancelled: 0 });
    expect(minutes).toMatchObject([
      { minute: minute.toISOString(), answered: 3, failed: 2 },
      { minute: later.toISOString(), answered: 4, failed: 0 },
    ]);
  });
});
