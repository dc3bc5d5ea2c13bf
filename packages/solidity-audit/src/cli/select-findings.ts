import { resolve } from "node:path";
import type { Finding } from "../finding.ts";
import { fingerprintsOf } from "../fingerprint.ts";
import { findSuppression, readSuppressions } from "./suppressions.ts";

export interface IdentifiedFinding extends Finding {
  fingerprint: string;
}

export interface Selection {
  findings: IdentifiedFinding[];
  suppressed: { finding: IdentifiedFinding; reason: string }[];
  /** The number of findings that the baseline has. */
  known: number;
  /** The number of findings in files that did not change. */
  unchanged: number;
  /** Places of suppressions that have no effect, because they give no reason. */
  withoutReason: string[];
}

export interface SelectionFilters {
  folder: string;
  sources: Readonly<Record<string, string>>;
  baseline?: ReadonlySet<string> | undefined;
  changed?: ReadonlySet<string> | undefined;
}

/** Leaves out what is suppressed, known or unchanged, and counts it. */
export function selectFindings(
  found: readonly Finding[],
  { folder, sources, baseline, changed }: SelectionFilters,
): Selection {
  const byFile = new Map(Object.entries(sources).map(([file, text]) => [file, readSuppressions(text)]));
  const fingerprints = fingerprintsOf(found);
  const selection: Selection = { findings: [], suppressed: [], known: 0, unchanged: 0, withoutReason: [] };
  for (const [position, item] of found.entries()) {
    const finding = { ...item, fingerprint: fingerprints[position] ?? "" };
    const suppression = findSuppression(finding, byFile.get(finding.file) ?? []);
    if (suppression) selection.suppressed.push({ finding, reason: suppression.reason });
    else if (baseline?.has(finding.fingerprint)) selection.known++;
    else if (changed && !changed.has(resolve(folder, finding.file))) selection.unchanged++;
    else selection.findings.push(finding);
  }
  for (const [file, suppressions] of byFile)
    for (const { line, reason } of suppressions)
      if (reason === "") selection.withoutReason.push(`${file}:${line}`);
  return selection;
}
