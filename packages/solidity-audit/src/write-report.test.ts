import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { exampleFinding, exampleReport } from "./__fixtures__/example-finding.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { writeSarif } from "./write-sarif.ts";

const require = createRequire(import.meta.url);

describe("writeMarkdown", () => {
  it("says first what was not analysed, and never that nothing was found is proof", () => {
    const clean = writeMarkdown(exampleReport([]));
    expect(clean).toMatch(
      /^# Audit\n\nAnalysed 1 contract with 3 functions .* solc 0\.8\.37, with 10 detectors .* does not prove/,
    );
    const partial = writeMarkdown(exampleReport([], [{ what: "by Slither", reason: "it is not installed" }]));
    expect(partial).toMatch(
      /^# Audit\n\nNot analysed: by Slither \(it is not installed\)\. Analysed 1 contract/,
    );
  });

  it("gives every finding its place, reason and remedy, and foreign code cannot leave its block", () => {
    const text = writeMarkdown(exampleReport([exampleFinding({ quote: "``` | end", title: "A | B" })]));
    expect(text).toContain("| 1 | high | A \\| B | contracts/Vault.sol Vault.withdraw | 12–13, 20 |");
    expect(text).toContain("````solidity\n``` | end\n````");
    expect(text).toContain("**How to fix it:** Change state first.");
  });

  it("marks a proven finding and has its test", () => {
    const proof = { test: "contract ProofTest {}", explanation: "The attacker takes all." };
    const text = writeMarkdown(exampleReport([exampleFinding({ proof }), exampleFinding({ id: "x" })]));
    expect(text.match(/\| high, proven \|/g)).toHaveLength(1);
    expect(text).toContain("**Proven:** The attacker takes all.");
    expect(text).toContain("```solidity\ncontract ProofTest {}\n```");
    const { results } = JSON.parse(writeSarif(exampleReport([exampleFinding({ proof })]), "1.2.3")).runs[0];
    expect(results[0]).toMatchObject({
      message: { text: expect.stringContaining("Proven: The attacker takes all.") },
      properties: { proof },
    });
  });
});

describe("writeSarif", () => {
  const findings = [
    exampleFinding(),
    exampleFinding({ id: "x", lines: [30], severity: "low", file: "a b/c.sol" }),
  ];
  const report = exampleReport(findings, [{ what: "by Slither", reason: "it is not installed" }]);
  const sarif = JSON.parse(writeSarif(report, "1.2.3"));
  const [run] = sarif.runs;

  it("is SARIF 2.1.0 with what code scanning requires of each rule and result", () => {
    expect(sarif.version).toBe("2.1.0");
    expect(sarif.$schema).toContain("sarif-2.1.0.json");
    expect(run.tool.driver).toMatchObject({ name: "Mintwright", semanticVersion: "1.2.3" });
    for (const rule of run.tool.driver.rules) {
      expect(rule.id).toEqual(expect.any(String));
      expect(rule.shortDescription.text.length).toBeLessThanOrEqual(1_024);
      expect(rule.help.text).not.toBe("");
      expect(["error", "warning", "note", "none"]).toContain(rule.defaultConfiguration.level);
      expect(Number(rule.properties["security-severity"])).toBeGreaterThan(0);
      expect(["very-high", "high", "medium", "low"]).toContain(rule.properties.precision);
    }
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(result.message.text).not.toBe("");
      const { artifactLocation, region } = result.locations[0].physicalLocation;
      expect(artifactLocation.uri).toMatch(/^[\w%./-]+$/);
      expect(region.startLine).toBeGreaterThan(0);
      expect(result.partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it("[AUD-9] passes the schema of SARIF 2.1.0, with findings and without", () => {
    const schema = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
    // One pattern of the schema is invalid in Ajv's strict mode.
    const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
    for (const log of [sarif, JSON.parse(writeSarif(exampleReport([]), "1.2.3"))]) {
      expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    }
    const [result] = run.results;
    expect(validate({ ...sarif, runs: [{ ...run, results: [{ ...result, level: "grave" }] }] })).toBe(false);
    expect(
      validate({ ...sarif, runs: [{ ...run, results: [{ ...result, message: undefined, text: "" }] }] }),
    ).toBe(false);
  });

  it("names each rule once and carries every finding and what was not analysed", () => {
    expect(run.tool.driver.rules).toHaveLength(1);
    expect(run.results.map(({ properties }: { properties: { id: string } }) => properties.id)).toEqual(
      findings.map(({ id }) => id),
    );
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain("Slither");
  });
});
