import { findingId } from "../detect.ts";
import type { Confidence, Finding } from "../finding.ts";
import { slitherChecks } from "./slither-checks.ts";

interface SlitherElement {
  type: string;
  name: string;
  source_mapping: { filename_relative: string; lines: number[] };
  type_specific_fields?: { parent?: { name: string; type_specific_fields?: { parent?: { name: string } } } };
}

interface SlitherDetection {
  check: string;
  confidence: string;
  description: string;
  elements: SlitherElement[];
}

export interface SlitherContext {
  compilerVersion: string;
  texts: Record<string, string>;
  ownFiles: readonly string[];
}

/** Parses Slither's JSON and converts its findings. Keeps only those in the user's own files. */
export function readSlitherFindings(outputText: string, context: SlitherContext): Finding[] {
  const output = JSON.parse(outputText) as { results?: { detectors?: SlitherDetection[] } };
  const findings = new Map<string, Finding>();
  for (const detection of output.results?.detectors ?? []) {
    const finding = toFinding(detection, context);
    if (finding && !findings.has(finding.id)) findings.set(finding.id, finding);
  }
  return [...findings.values()];
}

function toFinding(
  { check, confidence, description, elements }: SlitherDetection,
  { compilerVersion, texts, ownFiles }: SlitherContext,
): Finding | undefined {
  const known = slitherChecks[check];
  const statements = elements.filter(
    ({ type, source_mapping }) => type === "node" && source_mapping.lines.length > 0,
  );
  // A finding without a statement is about a declaration, and is reported at its first line.
  const named = statements.length > 0 ? statements : elements.slice(0, 1);
  const [first] = named;
  if (!known || !first) return undefined;
  const file = first.source_mapping.filename_relative;
  const [head] = first.source_mapping.lines;
  if (!ownFiles.includes(file) || head === undefined) return undefined;
  const lines = new Set(
    named
      .filter(({ source_mapping }) => source_mapping.filename_relative === file)
      .flatMap(({ source_mapping }) =>
        statements.length > 0 ? source_mapping.lines : source_mapping.lines.slice(0, 1),
      ),
  );
  return {
    id: findingId(check, file, head),
    rule: check,
    title: known.title,
    severity: check === "shadowing-state" && hidesPrivateOnly(compilerVersion) ? "low" : known.severity,
    confidence: confidence.toLowerCase() as Confidence,
    category: known.category,
    swc: known.swc,
    file,
    lines: [...lines].sort((a, b) => a - b),
    quote: texts[file]?.split("\n")[head - 1]?.trim() ?? "",
    subject: subjectOf(first),
    explanation: describe(description),
    recommendation: known.recommendation,
    engines: ["slither"],
  };
}

/** From 0.6 on, the compiler rejects shadowing except of private variables, which is harmless. */
function hidesPrivateOnly(compilerVersion: string): boolean {
  return Number(compilerVersion.split(".")[1]) >= 6;
}

function subjectOf({ type, name, type_specific_fields: fields }: SlitherElement): string {
  if (type === "contract") return name;
  const parent = fields?.parent;
  const owner = type === "node" ? parent?.type_specific_fields?.parent?.name : parent?.name;
  const own = type === "node" ? (parent?.name ?? name) : name;
  return owner ? `${owner}.${own}` : own;
}

/** Slither's description on one line, without its line references, which are reported separately. */
function describe(description: string): string {
  return description
    .replaceAll(/ ?\([^()\s]*\.sol#[\d-]+\)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 600);
}
