import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { readCorpus, readLegacyCorpus, readMark } from "./__fixtures__/modern-corpus.ts";
import { createTestAuditor } from "./__fixtures__/test-auditor.ts";
import type { Finding } from "./finding.ts";
import { rulesVersion } from "./rules-version.ts";

const { auditFiles, stop } = createTestAuditor();

afterAll(() => stop());

describe("contracts with one planted weakness each, by our own detectors alone", { timeout: 300_000 }, () => {
  let findings: Finding[] = [];

  /** Audits many files at once, which takes a fraction of the time of auditing each: what is found in each by name. */
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

  it("are found out for 0.8, and their mended twins give no high finding", async () => {
    // What several contracts give to one function of a library is not kept apart: those that import any go alone.
    const [alone = [], together = []] = [true, false].map((isAlone) =>
      readCorpus().filter((pair) => pair.planted.includes("\nimport ") === isAlone),
    );
    const missed: string[] = [];
    const alarmed: string[] = [];
    for (const group of [together, ...alone.map((pair) => [pair])]) {
      const planted = await auditTogether(Object.fromEntries(group.map((pair) => [pair.name, pair.planted])));
      const mended = await auditTogether(Object.fromEntries(group.map((pair) => [pair.name, pair.mended])));
      for (const pair of group) {
        if (!isFound(planted(pair.name), pair.planted)) missed.push(pair.name);
        if (mended(pair.name).some(({ severity }) => severity === "high")) alarmed.push(pair.name);
      }
    }
    // Slither finds most of these six; `npm run bench:audit -- modern` measures both together.
    expect(missed.length, missed.join(", ")).toBeLessThanOrEqual(6);
    expect(alarmed).toEqual([]);
  });

  it("are found out in contracts of all ages", async () => {
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
    // Two are for Slither: a hidden variable and one that is never set.
    expect(missed.length, missed.join(", ")).toBeLessThanOrEqual(2);
    expect(corpus.length).toBeGreaterThanOrEqual(60);
  });

  it("are found as the number of the rules says: caches of reports depend on it", () => {
    const digest = createHash("sha256").update(JSON.stringify(findings)).digest("hex");
    expect({ rulesVersion, digest }, "raise rulesVersion when findings change, and record both here").toEqual(
      {
        rulesVersion: 1,
        digest: "0f279c1b185e51e5971890e5c0ab056758e06ad7a288457f680f49c37dccc148",
      },
    );
  });
});
