import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { artifactFiles, readArtifact, runForge } from "./forge.ts";

interface ForgeResult {
  status: string;
  reason: string | null;
  kind: Record<string, { runs?: number }>;
}

/** The compiler is WebAssembly and may share its core with other tests. */
const timeout = 180_000;

describe("the contracts", { timeout }, () => {
  it("were built from these sources", () => {
    runForge(["build"]);
    for (const [contractName, file] of Object.entries(artifactFiles))
      expect(readArtifact(contractName)).toBe(readFileSync(file, "utf8"));
  });

  it("pass their tests in forge, fuzzed and with invariants", () => {
    const suites = Object.values(JSON.parse(runForge(["test", "--json"]))) as {
      test_results: Record<string, ForgeResult>;
    }[];
    const results = suites.flatMap(({ test_results }) => Object.entries(test_results));
    expect(results.filter(([, { status }]) => status !== "Success")).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(44);
    const fuzzed = results.filter(([name]) => name.startsWith("testFuzz"));
    expect(fuzzed.length).toBeGreaterThanOrEqual(18);
    for (const [name, { kind }] of fuzzed) expect(kind.Fuzz?.runs, name).toBe(256);
    expect(results.filter(([, { kind }]) => kind.Invariant?.runs === 32)).toHaveLength(5);
  });
});
