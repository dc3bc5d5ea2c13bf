import type { AuditReport } from "../audit-report.ts";

/** Writes a report for a terminal: one finding after the other, the verdict last. */
export function writeText({ findings, verdict }: AuditReport): string {
  const parts = findings.map(
    ({ file, lines, severity, rule, title, subject, quote, explanation, recommendation, proof }) =>
      [
        `${file}:${lines[0] ?? 1} ${severity} ${rule}${proof ? " (proven)" : ""}`,
        `  ${title} (${subject})`,
        `  > ${quote}`,
        `  ${explanation}`,
        `  Fix: ${recommendation}`,
        ...(proof ? [`  Proven: ${proof.explanation}`] : []),
        "",
      ].join("\n"),
  );
  return [...parts, verdict].join("\n");
}
