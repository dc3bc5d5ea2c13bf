import type { Finding, Severity } from "./finding.ts";

/** What was not looked at, and why. */
export interface NotAnalysed {
  what: string;
  reason: string;
}

/** The findings about one text, with what was and what was not looked at. */
export interface AuditReport {
  verdict: string;
  /** Empty when everything that was given was looked at by everything that is installed. */
  notAnalysed: NotAnalysed[];
  analysed: {
    files: string[];
    contracts: { name: string; kind: string; file: string; functions: number }[];
    functions: number;
    compiler: string | null;
    /** Both false unless the code was too deep for the stack as it is written. */
    settings: { optimizer: boolean; viaIR: boolean };
    /** Library files that the code imports: followed, not reported on. */
    imported: number;
    detectors: { mintwright: number; slither: number };
  };
  counts: Record<Severity, number>;
  findings: Finding[];
  /** What the compiler itself warns about. */
  compilerWarnings: string[];
}

/** Writes the first words of a report: what was not analysed comes before anything that sounds good. */
export function writeVerdict({
  notAnalysed,
  analysed,
  counts,
  findings,
}: Omit<AuditReport, "verdict">): string {
  const scope = `Analysed ${plural(analysed.contracts.length, "contract")} with ${plural(analysed.functions, "function")} in ${plural(analysed.files.length, "file")}${analysed.compiler ? `, compiled with solc ${analysed.compiler}${describeSettings(analysed.settings)}` : ""}, by ${analysed.detectors.mintwright} detectors of Mintwright${analysed.detectors.slither > 0 ? ` and ${analysed.detectors.slither} of Slither` : ""}.`;
  const missing = notAnalysed.map(({ what, reason }) => `${what} (${reason})`).join("; ");
  const found =
    findings.length === 0
      ? "These detectors found nothing. That is no proof that the code is safe."
      : `Found ${plural(findings.length, "weakness", "weaknesses")}: ${counts.high} high, ${counts.medium} medium, ${counts.low} low, ${counts.info} for information.`;
  if (analysed.contracts.length === 0) return `Not analysed: ${missing}.`;
  return missing ? `Not analysed: ${missing}. ${scope} ${found}` : `${scope} ${found}`;
}

function describeSettings({ optimizer, viaIR }: AuditReport["analysed"]["settings"]): string {
  if (!optimizer) return "";
  return viaIR ? " (optimised, via IR)" : " (optimised)";
}

/** Counts findings by how bad they are. */
export function countSeverities(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { high: 0, medium: 0, low: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
