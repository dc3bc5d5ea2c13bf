import type { NotAnalysed } from "./audit-report.ts";
import type { Finding, Severity } from "./finding.ts";
import { fingerprintsOf } from "./fingerprint.ts";

/** A finding with any category and engine, because reports also come from clients. */
type ReportedFinding = Omit<Finding, "category" | "engines"> & { category: string; engines: string[] };

interface WritableReport {
  verdict: string;
  notAnalysed: NotAnalysed[];
  analysed: { files: string[]; compiler: string | null };
  findings: ReportedFinding[];
}

const levels: Record<Severity, "error" | "warning" | "note"> = {
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};

/** GitHub's scale: above 9 critical, above 7 high, above 4 medium, else low. */
const securitySeverities: Record<Severity, string> = { high: "8.0", medium: "5.5", low: "3.0", info: "1.0" };

/** Writes a report as SARIF 2.1.0, which code hosts and editors read. */
export function writeSarif(report: WritableReport, version: string): string {
  const rules = [...new Map(report.findings.map((finding) => [finding.rule, finding])).values()];
  const fingerprints = fingerprintsOf(report.findings);
  const indexes = new Map(rules.map(({ rule }, index) => [rule, index]));
  const sarif = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Mintwright",
            semanticVersion: version,
            informationUri: "https://swcregistry.io",
            rules: rules.map(toRule),
          },
        },
        artifacts: report.analysed.files.map((file) => ({ location: { uri: toUri(file) } })),
        invocations: [
          {
            executionSuccessful: report.notAnalysed.length === 0,
            toolExecutionNotifications: report.notAnalysed.map(({ what, reason }) => ({
              level: "warning",
              message: { text: `Not analysed: ${what} (${reason}).` },
            })),
          },
        ],
        results: report.findings.map((finding, position) =>
          toResult(finding, indexes.get(finding.rule) ?? 0, fingerprints[position] ?? ""),
        ),
        columnKind: "utf16CodeUnits",
        properties: { verdict: report.verdict, compiler: report.analysed.compiler },
      },
    ],
  };
  return JSON.stringify(sarif);
}

function toRule(finding: ReportedFinding) {
  return {
    id: finding.rule,
    name: finding.rule.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase()),
    shortDescription: { text: finding.title },
    fullDescription: { text: finding.title },
    help: { text: finding.recommendation },
    ...(finding.swc && { helpUri: `https://swcregistry.io/docs/${finding.swc}` }),
    defaultConfiguration: { level: levels[finding.severity] },
    properties: {
      tags: ["security", finding.category, ...(finding.swc ? [finding.swc] : [])],
      precision: finding.confidence,
      "security-severity": securitySeverities[finding.severity],
    },
  };
}

function toResult(finding: ReportedFinding, ruleIndex: number, fingerprint: string) {
  return {
    ruleId: finding.rule,
    ruleIndex,
    level: levels[finding.severity],
    message: {
      text: `${finding.title}. ${finding.explanation}${finding.proof ? ` Proven: ${finding.proof.explanation}` : ""}`,
    },
    locations: [toLocation(finding.file, finding.lines[0] ?? 1, finding.subject)],
    ...(finding.lines.length > 1 && {
      relatedLocations: finding.lines.slice(1, 50).map((line) => toLocation(finding.file, line)),
    }),
    partialFingerprints: { primaryLocationLineHash: fingerprint },
    properties: {
      id: finding.id,
      confidence: finding.confidence,
      engines: finding.engines,
      ...(finding.proof && { proof: finding.proof }),
    },
  };
}

function toLocation(file: string, line: number, subject?: string) {
  return {
    physicalLocation: { artifactLocation: { uri: toUri(file) }, region: { startLine: line } },
    ...(subject && { logicalLocations: [{ fullyQualifiedName: subject, kind: "function" }] }),
  };
}

function toUri(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
