import type { Finding, Severity } from "./finding.ts";

export interface NotAnalysed {
  what: string;
  reason: string;
}

/** The findings, and what was and was not analysed. */
export interface AuditReport {
  verdict: string;
  /** Empty if every installed engine analysed all the code. */
  notAnalysed: NotAnalysed[];
  analysed: {
    files: string[];
    contracts: { name: string; kind: string; file: string; functions: number }[];
    functions: number;
    compiler: string | null;
    /** Both false unless the code only compiles with the optimizer ("stack too deep"). */
    settings: { optimizer: boolean; viaIR: boolean };
    /** Number of imported library files, which are traced but not reported on. */
    imported: number;
    detectors: { mintwright: number; slither: number };
    /** Set if a model was asked: about how many functions, of how many that it could be asked about. */
    model?: { reviewed: number; functions: number };
  };
  counts: Record<Severity, number>;
  findings: Finding[];
  compilerWarnings: string[];
  /** The findings of classes whose exploits can be built. Absent if there is none. */
  proofs?: {
    tried: number;
    proven: number;
    /** Why proofs were not run, or not for all of these findings. */
    notRun: string | null;
  };
}

/** Writes the verdict. What was not analysed comes first, before any positive statement. */
export function writeVerdict({
  notAnalysed,
  analysed,
  counts,
  findings,
  proofs,
}: Omit<AuditReport, "verdict">): string {
  const scope = `Analysed ${plural(analysed.contracts.length, "contract")} with ${plural(analysed.functions, "function")} in ${plural(analysed.files.length, "file")}${analysed.compiler ? `, compiled with solc ${analysed.compiler}${describeSettings(analysed.settings)}` : ""}, with ${analysed.detectors.mintwright} detectors of Mintwright${analysed.detectors.slither > 0 ? ` and ${analysed.detectors.slither} of Slither` : ""}.`;
  const asked = analysed.model
    ? `A model was asked about ${analysed.model.reviewed} of ${plural(analysed.model.functions, "function")}; what it proposed is marked and not verified beyond its place.`
    : "";
  const missing = notAnalysed.map(({ what, reason }) => `${what} (${reason})`).join("; ");
  const found =
    findings.length === 0
      ? "No findings. This does not prove that the code is safe."
      : `Found ${plural(findings.length, "weakness", "weaknesses")}: ${counts.high} high, ${counts.medium} medium, ${counts.low} low, ${counts.info} informational.`;
  if (analysed.contracts.length === 0) return `Not analysed: ${missing}.`;
  const sentences = [missing && `Not analysed: ${missing}.`, scope, found, describeProofs(proofs), asked];
  return sentences.filter(Boolean).join(" ");
}

function describeProofs(proofs: AuditReport["proofs"]): string | undefined {
  if (!proofs) return undefined;
  const { tried, proven, notRun } = proofs;
  const summary = proven > 0 ? `Proven by a test that shows the loss: ${proven} of ${tried}.` : "";
  if (notRun === null) return summary || `Proofs were tried for ${plural(tried, "finding")}; none worked.`;
  return `${summary} Proofs were not run${proven > 0 ? " for all" : ""} (${notRun}).`.trim();
}

function describeSettings({ optimizer, viaIR }: AuditReport["analysed"]["settings"]): string {
  if (!optimizer) return "";
  return viaIR ? " (optimised, via IR)" : " (optimised)";
}

export function countSeverities(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { high: 0, medium: 0, low: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
