import type { AuditReport } from "./audit-report.ts";
import type { Explanations } from "./explain-findings.ts";
import type { Finding } from "./finding.ts";

/** Writes a report as Markdown: verdict, table, then each finding with location, impact and fix. */
export function writeMarkdown(report: AuditReport, explanations?: Explanations): string {
  return [
    "# Audit",
    "",
    report.verdict,
    ...(explanations?.summary ? ["", `> ${inline(explanations.summary)}`] : []),
    ...table(report.findings),
    ...report.findings.flatMap((finding, position) => describe(finding, position + 1, explanations)),
    ...warnings(report),
    "",
  ].join("\n");
}

function table(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  return [
    "",
    "| # | severity | finding | where | lines |",
    "|---|---|---|---|---|",
    ...findings.map(
      (finding, position) =>
        `| ${position + 1} | ${finding.severity}${finding.proof ? ", proven" : ""} | ${cell(finding.title)} | ${cell(`${finding.file} ${finding.subject}`)} | ${ranges(finding.lines)} |`,
    ),
  ];
}

function describe(finding: Finding, number: number, explanations?: Explanations): string[] {
  const note = explanations?.notes[finding.id];
  return [
    "",
    `## ${number}. ${finding.title}`,
    "",
    `**${finding.severity}** · confidence ${finding.confidence} · ${finding.category}${finding.swc ? ` · ${finding.swc}` : ""} · ${finding.file}, ${finding.lines.length === 1 ? "line" : "lines"} ${ranges(finding.lines)} · found by ${finding.engines.join(" and ")}`,
    "",
    ...fenced(finding.quote),
    "",
    finding.explanation,
    ...(note ? ["", `Note by the chat model: ${inline(note)}`] : []),
    "",
    `**How to fix it:** ${finding.recommendation}`,
    ...proof(finding),
  ];
}

function proof({ proof: proven, subject }: Finding): string[] {
  if (!proven) return [];
  return [
    "",
    `**Proven:** ${proven.explanation} Save this test as \`test/Proof.t.sol\` in a Foundry project and run \`forge test\`.`,
    "",
    `<details><summary>Test for ${inline(subject)}</summary>`,
    "",
    ...fenced(proven.test),
    "",
    "</details>",
  ];
}

function warnings({ compilerWarnings }: AuditReport): string[] {
  if (compilerWarnings.length === 0) return [];
  return ["", "## Compiler warnings", "", ...compilerWarnings.map((warning) => `- ${inline(warning)}`)];
}

/** Quoted code cannot close the fence around it. */
function fenced(code: string): string[] {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return [`${mark}solidity`, code, mark];
}

/** Formats lines 3, 4, 5 and 9 as `3–5, 9`. */
export function ranges(lines: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at] ?? 0;
    while (lines[at + 1] === (lines[at] ?? 0) + 1) at++;
    const last = lines[at] ?? first;
    parts.push(last > first ? `${first}–${last}` : String(first));
  }
  return parts.join(", ");
}

function cell(text: string): string {
  return inline(text).replaceAll("|", "\\|");
}

function inline(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
