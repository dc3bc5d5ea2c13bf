import { globSync, readFileSync } from "node:fs";
import { audit, createSlither, type SlitherOutcome } from "@mintwright/solidity-audit";
import { findTool } from "@mintwright/test-harness";
import { expect, it } from "vitest";

const folder = new URL("src/", import.meta.url);
const files = Object.fromEntries(
  globSync("*.sol", { cwd: folder }).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
);
const slither = findTool({ variable: "SLITHER", purpose: "Audits of our own contracts" });
const bounds = { timeoutInMs: 120_000, memoryInMb: 1_024, maxOutputBytes: 32 * 1024 * 1024 };
const isSerious = (severity: string) => /^(high|medium)$/i.test(severity);

interface SlitherOutput {
  results: {
    detectors?: {
      check: string;
      impact: string;
      elements: { source_mapping: { filename_relative: string } }[];
    }[];
  };
}

it.skipIf(!slither)(
  "our contracts have no high or medium finding, by our audit and by every check of Slither",
  { timeout: 240_000 },
  async () => {
    const real = createSlither(slither ?? "", bounds);
    let outcome: SlitherOutcome | undefined;
    const report = await audit(files, {
      slither: {
        async analyse({ checks: _, ...request }) {
          outcome = await real.analyse(request);
          return outcome;
        },
      },
    });
    expect(report.notAnalysed).toEqual([]);
    expect(report.analysed.contracts.map(({ name }) => name).sort()).toEqual([
      "MintwrightCollection",
      "MintwrightDrop",
    ]);
    expect(report.findings.filter(({ severity }) => isSerious(severity))).toEqual([]);
    if (outcome?.status !== "done") throw new Error("Slither did not finish");
    const { results } = JSON.parse(outcome.outputText) as SlitherOutput;
    const ours = (results.detectors ?? []).filter(({ elements }) =>
      elements.some(({ source_mapping }) => Object.keys(files).includes(source_mapping.filename_relative)),
    );
    // Low findings, as of calls in loops, show that Slither has seen the files.
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter(({ impact }) => isSerious(impact))).toEqual([]);
  },
);
