import { describe, expect, it } from "vitest";
import { exampleFinding } from "./__fixtures__/example-finding.ts";
import { mergeFindings } from "./merge-findings.ts";

describe("mergeFindings", () => {
  it("makes one finding of two engines that name the same statement, and none is lost", () => {
    const own = exampleFinding({ confidence: "low", lines: [12] });
    const same = exampleFinding({ id: "s1", rule: "reentrancy-eth", engines: ["slither"], lines: [12, 14] });
    const other = exampleFinding({ id: "s2", engines: ["slither"], category: "access_control", lines: [12] });
    const merged = mergeFindings({ findings: [own], guarded: [] }, [same, other]);
    expect(merged).toHaveLength(2);
    expect(merged.find(({ id }) => id === own.id)).toMatchObject({
      engines: ["mintwright", "slither"],
      lines: [12, 14],
      confidence: "high",
    });
  });

  it("puts the worst first, whatever order they came in", () => {
    const findings = (["low", "high", "info", "medium"] as const).map((severity, line) =>
      exampleFinding({ id: severity, severity, lines: [line + 1] }),
    );
    const order = mergeFindings({ findings, guarded: [] }, []).map(({ severity }) => severity);
    expect(order).toEqual(["high", "medium", "low", "info"]);
    const reversed = mergeFindings({ findings: findings.toReversed(), guarded: [] }, []);
    expect(reversed.map(({ severity }) => severity)).toEqual(order);
  });

  it("thinks less of Slither's reentrancy behind a guard that our own detectors saw hold", () => {
    const slither = [exampleFinding({ id: "s1", engines: ["slither"], subject: "Bank.withdraw" })];
    expect(mergeFindings({ findings: [], guarded: ["Bank.withdraw"] }, slither)).toMatchObject([
      { severity: "low" },
    ]);
    expect(mergeFindings({ findings: [], guarded: ["Bank.close"] }, slither)).toMatchObject([
      { severity: "high" },
    ]);
  });
});
