import type { OwnFindings } from "./detect.ts";
import { type Confidence, confidences, type Finding, type Severity, severities } from "./finding.ts";

/**
 * Merges the findings of both engines. Findings with the same place and category become one. Highest severity first.
 */
export function mergeFindings(
  { findings: own, guarded }: Pick<OwnFindings, "findings" | "guarded">,
  slither: readonly Finding[],
): Finding[] {
  const merged = own.map((finding) => ({ ...finding }));
  for (const finding of slither) {
    const same = merged.find((known) => isSame(known, finding));
    if (same) confirm(same, finding);
    else merged.push(guarded.includes(finding.subject) ? weigh(finding) : { ...finding });
  }
  return merged.sort(compareFindings);
}

/**
 * Slither ignores reentrancy guards. If the built-in detectors found no way around the guard, the finding is downgraded.
 */
function weigh(finding: Finding): Finding {
  return finding.category === "reentrancy" ? { ...finding, severity: "low" } : { ...finding };
}

/** Two findings of the same category that share a line are about the same statement. */
function isSame(known: Finding, other: Finding): boolean {
  return (
    known.category === other.category &&
    known.file === other.file &&
    other.lines.some((line) => known.lines.includes(line))
  );
}

/** A finding of both engines gets a higher confidence. The built-in detector's text and severity stay. */
function confirm(known: Finding, other: Finding): void {
  for (const engine of other.engines) if (!known.engines.includes(engine)) known.engines.push(engine);
  known.lines = [...new Set([...known.lines, ...other.lines])].sort((a, b) => a - b);
  known.confidence = surer(known.confidence, other.confidence);
}

function surer(left: Confidence, right: Confidence): Confidence {
  return confidences.indexOf(left) <= confidences.indexOf(right) ? left : right;
}

/** By severity, then confidence, then position, so that the order is always the same. */
export function compareFindings(left: Finding, right: Finding): number {
  return (
    rank(left.severity) - rank(right.severity) ||
    confidences.indexOf(left.confidence) - confidences.indexOf(right.confidence) ||
    left.file.localeCompare(right.file, "en") ||
    (left.lines[0] ?? 0) - (right.lines[0] ?? 0) ||
    left.rule.localeCompare(right.rule, "en")
  );
}

function rank(severity: Severity): number {
  return severities.indexOf(severity);
}
