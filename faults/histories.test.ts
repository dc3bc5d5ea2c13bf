import { describe, expect, inject, it } from "vitest";
import { describeViolations } from "./histories/describe-violations.ts";
import { planFaults } from "./histories/plan-faults.ts";
import { planOperations } from "./histories/plan-operations.ts";
import { runSeeds } from "./histories/run-seeds.ts";
import { findTools } from "./histories/tools.ts";
import { report } from "./report.ts";

/** Chosen because their faults differ: kills, restarts, pauses, connections, the object store and clocks. */
const seeds = [4, 11, 15];

const tools = findTools();

it("plans the same operations and faults for the same seed, and others for another", () => {
  const plan = (seed: number) => JSON.stringify([planOperations(seed), planFaults(seed)]);
  expect(plan(137)).toBe(plan(137));
  expect(plan(137)).not.toBe(plan(138));
});

describe.skipIf(!tools)("random histories", () => {
  it(`of ${seeds.length} seeds keep every promise`, { timeout: 240_000 }, async () => {
    const startedAt = performance.now();
    const { exchanges, violated } = await runSeeds({
      tools: tools as NonNullable<typeof tools>,
      serverUrl: inject("databaseServerUrl"),
      seeds,
      results: { has: () => false, add() {} },
      print: report,
    });
    expect(violated.map(({ result }) => describeViolations(result))).toEqual([]);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    report(`random histories: ${seeds.length} seeds, ${exchanges} requests, no violation, ${seconds} s`);
  });
});
