import type { AuditReport } from "../audit-report.ts";

/** Writes a report for a terminal: one finding after the other, the verdict last. */
export function writeText({ findings, verdict }: AuditReport): string {
  const parts = findings.map(
    ({ file, lines, severity, rule, title, subject, quote, explanation, recommendation }) =>
      [
        `${file}:${lines[0] ?? 1} ${severity} ${rule}`,
        `  ${title} (${subject})`,
        `  > ${quote}`,
        `  ${explanation}`,
        `  Fix: ${recommendation}`,
        "",
      ].join("\n"),
  );
  return [...parts, verdict].join("\n");
}
