import type { SolidityCompilerError } from "@mintwright/solidity-compiler";
import { afterAll, describe, expect, it } from "vitest";
import {
  writeDoublingModifiers,
  writeDoublingStructs,
  writeUnrolledConstructor,
} from "./__fixtures__/hostile-solidity.ts";
import { createTestAuditor } from "./__fixtures__/test-auditor.ts";

const bounded = createTestAuditor({ compilationInMs: 15_000 });
const impatient = createTestAuditor({ compilationInMs: 60_000, analysisInMs: 4_000 });

afterAll(() => Promise.all([bounded.stop(), impatient.stop()]));

describe("hostile input that uses up what it may", { timeout: 120_000 }, () => {
  it.each([
    ["a constructor that unrolls", writeUnrolledConstructor()],
    ["exponential function types", writeDoublingStructs()],
  ])("%s is cut off while it is compiled", async (_, code) => {
    const start = performance.now();
    const outcome = await bounded.auditText(code).then(
      ({ verdict }) => verdict,
      (error: SolidityCompilerError) => error.reason,
    );
    // The compiler is stopped after 15 seconds and run at most three times.
    expect((performance.now() - start) / 1000).toBeLessThan(60);
    expect(outcome).toMatch(/^(Not analysed|memory$|crash$|timeout$)/);
  });

  it("an analysis beyond its deadline is cut off, reported as such and frees its place for the next", async () => {
    const endless = writeDoublingModifiers({ modifiers: 24, functions: 4_000 });
    const { verdict, analysed } = await impatient.auditText(endless);
    expect(verdict).toBe("Not analysed: contract.sol (its analysis took more than 4 seconds).");
    expect(analysed.contracts).toEqual([]);
    expect((await impatient.auditText("contract A { uint256 x; }")).analysed.contracts).toHaveLength(1);
  });
});
