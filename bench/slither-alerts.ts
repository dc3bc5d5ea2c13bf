import { existsSync } from "node:fs";
import { absentSlither, createSlither, type Slither } from "@mintwright/solidity-audit";
import type { ProjectAlert } from "./labelled-projects.ts";
import { print } from "./measure.ts";

interface SlitherOutput {
  results: {
    detectors?: {
      check: string;
      impact: string;
      elements: { type: string; source_mapping: { filename_relative: string; lines: number[] } }[];
    }[];
  };
}

/**
 * Runs Slither with all its checks on the compilations of an audit, and keeps its alerts apart: for the audit itself it
 * counts as not installed.
 */
export function createSlitherWitness(categories: ReadonlyMap<string, ProjectAlert["category"]>) {
  const executable = process.env.SLITHER;
  if (!executable || !existsSync(executable)) return undefined;
  const slither = createSlither(executable, {
    timeoutInMs: 600_000,
    memoryInMb: 4_096,
    maxOutputBytes: 256_000_000,
  });
  let alerts: ProjectAlert[] | null = null;
  const witness: Slither = {
    async analyse(request) {
      const { checks: _, ...all } = request;
      const outcome = await slither.analyse(all);
      if (outcome.status === "failed") print(`  Slither ${outcome.reason}`);
      if (outcome.status === "done")
        alerts = [...(alerts ?? []), ...readAlerts(outcome.outputText, categories)];
      return absentSlither.analyse(request);
    },
  };
  return {
    slither: witness,
    /** The alerts since the last call; null if Slither analysed nothing. */
    takeAlerts(): ProjectAlert[] | null {
      const taken = alerts;
      alerts = null;
      return taken;
    },
  };
}

function readAlerts(
  outputText: string,
  categories: ReadonlyMap<string, ProjectAlert["category"]>,
): ProjectAlert[] {
  const { results } = JSON.parse(outputText) as SlitherOutput;
  return (results.detectors ?? []).map(({ check, impact, elements }) => ({
    check,
    impact,
    category: categories.get(check) ?? "none",
    spans: elements.flatMap<ProjectAlert["spans"][number]>(
      ({ type, source_mapping: { filename_relative: file, lines } }) =>
        lines.length > 0 ? [[file, lines[0] ?? 0, lines.at(-1) ?? 0, type]] : [],
    ),
  }));
}
