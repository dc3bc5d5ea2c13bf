import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { readCorpus, readLegacyCorpus, readMark } from "./__fixtures__/modern-corpus.ts";
import { createTestAuditor } from "./__fixtures__/test-auditor.ts";
import type { Finding } from "./finding.ts";
import { rulesVersion } from "./rules-version.ts";

// The corpus is audited many files at a time, which takes longer than one caller's files.
const { auditFiles, stop } = createTestAuditor({ compilationInMs: 120_000, analysisInMs: 120_000 });

afterAll(() => stop());

describe("contracts with one planted weakness each, by the built-in detectors alone", {
  timeout: 300_000,
}, () => {
  let findings: Finding[] = [];

  /** Audits many files in one run, which is much faster than one audit per file. Returns the findings by file name. */
  async function auditTogether(sources: Record<string, string>) {
    const files = Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [`${name}.sol`, source]),
    );
    const report = await auditFiles(files);
    findings = findings.concat(report.findings);
    expect(report.notAnalysed.map(({ what }) => what)).toEqual(["by Slither"]);
    return (name: string) => report.findings.filter(({ file }) => file === `${name}.sol`);
  }

  function isFound(findings: readonly Finding[], planted: string): boolean {
    const mark = readMark(planted);
    return findings.some(({ category, lines }) => category === mark.category && lines.includes(mark.line));
  }

  it("are found for 0.8, and their fixed versions give no high finding", async () => {
    // Calls of several contracts to the same library function are not distinguished, so files with imports are audited
    // alone.
    const [alone = [], together = []] = [true, false].map((isAlone) =>
      readCorpus().filter((pair) => pair.planted.includes("\nimport ") === isAlone),
    );
    const missed: string[] = [];
    const alarmed: string[] = [];
    for (const group of [together, ...alone.map((pair) => [pair])]) {
      const planted = await auditTogether(Object.fromEntries(group.map((pair) => [pair.name, pair.planted])));
      const fixed = await auditTogether(Object.fromEntries(group.map((pair) => [pair.name, pair.fixed])));
      for (const pair of group) {
        if (!isFound(planted(pair.name), pair.planted)) missed.push(pair.name);
        if (fixed(pair.name).some(({ severity }) => severity === "high")) alarmed.push(pair.name);
      }
    }
    // Slither finds most of these six; `npm run bench:audit -- modern` measures both engines together.
    expect(missed.length, missed.join(", ")).toBeLessThanOrEqual(6);
    expect(alarmed).toEqual([]);
  });

  it("are found in contracts of all ages", async () => {
    const corpus = readLegacyCorpus();
    const byVersion = Object.values(
      Object.groupBy(corpus, ({ planted }) => /\^0\.\d/.exec(planted)?.[0] ?? ""),
    );
    const missed: string[] = [];
    for (const group of byVersion.map((contracts) => contracts ?? [])) {
      const found = await auditTogether(
        Object.fromEntries(group.map(({ name, planted }) => [name, planted])),
      );
      missed.push(
        ...group.filter(({ name, planted }) => !isFound(found(name), planted)).map(({ name }) => name),
      );
    }
    // Slither covers these two: a shadowed variable and one that is never set.
    expect(missed.length, missed.join(", ")).toBeLessThanOrEqual(2);
    expect(corpus.length).toBeGreaterThanOrEqual(60);
  });

  it("give the findings of this rulesVersion, on which caches of reports depend", () => {
    const digest = createHash("sha256").update(JSON.stringify(findings)).digest("hex");
    expect({ rulesVersion, digest }, "raise rulesVersion when findings change, and record both here").toEqual(
      {
        rulesVersion: 4,
        digest: "3a97bafdaecbeedd4933b9ff6a6f6f4a8179675aa4388d071c3760bdfdc7ec17",
      },
    );
  });
});
