import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Category, Finding, Severity } from "@mintwright/solidity-audit";

/** One alert in the format of the data set's scorer. */
export interface ProjectAlert {
  check: string;
  impact: string;
  category: string | string[];
  spans: [file: string, from: number, to: number, kind?: string][];
}

export interface LabelledProject {
  name: string;
  files: Record<string, string>;
  libraries: Record<string, string>;
  remappings: string[];
}

/** Reads the projects of the data set: their own files, dependencies and remappings. */
export function readLabelledProjects(folder: string): LabelledProject[] {
  return readdirSync(join(folder, "units")).map((name) => {
    const unit = JSON.parse(readFileSync(join(folder, "units", name, "unit.json"), "utf8")) as {
      files: string[];
      own_files: string[];
      remappings: string[];
    };
    const texts = (names: string[]) =>
      Object.fromEntries(
        names.map((file) => [file, readFileSync(join(folder, "units", name, "sources", file), "utf8")]),
      );
    return {
      name,
      files: texts(unit.own_files),
      libraries: texts(unit.files.filter((file) => !unit.own_files.includes(file))),
      remappings: unit.remappings,
    };
  });
}

/** Our categories in the words of the data set. What it has no word for matches no label. */
const categories: Partial<Record<Category, string>> = {
  reentrancy: "reentrancy",
  access_control: "access_control",
  arithmetic: "arithmetic",
  unchecked_low_level_calls: "unchecked_return",
  denial_of_service: "denial_of_service",
  front_running: "front_running_or_slippage",
  input_validation: "input_validation",
  price_manipulation: "oracle_or_price",
  signatures: "signature_replay",
  upgradeability: "upgradeability",
};
const impacts: Record<Severity, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
  info: "Informational",
};

export function toProjectAlert({ rule, severity, category, file, lines }: Finding): ProjectAlert {
  const spans: ProjectAlert["spans"] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last && line === last[2] + 1) last[2] = line;
    else spans.push([file, line, line]);
  }
  return { check: rule, impact: impacts[severity], category: categories[category] ?? "none", spans };
}
