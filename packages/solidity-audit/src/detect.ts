import { createHash } from "node:crypto";
import { type Analysis, analyse, entryTraces } from "./analysis/analysis.ts";
import { isGuarded } from "./analysis/guards.ts";
import { isConstructor, type Program, type ProgramInput } from "./analysis/program.ts";
import type { Detection } from "./detectors/detector.ts";
import { detectors } from "./detectors/index.ts";
import { nameOf } from "./detectors/subject.ts";
import type { Finding } from "./finding.ts";

export interface OwnFindings {
  findings: Finding[];
  contracts: { name: string; kind: string; file: string; functions: number }[];
  /** Functions with a reentrancy guard, as `Vault.withdraw`. */
  guarded: string[];
  /** Functions too large to be traced completely. */
  cutShort: string[];
  /** Detectors that failed, and why. Their rules were not checked. */
  failed: { detector: string; reason: string }[];
}

/** Runs every built-in detector over a compilation. */
export function detect(input: ProgramInput): OwnFindings {
  const analysis = analyse(input);
  const { program, contracts } = analysis;
  const findings = new Map<string, Finding>();
  const failed: OwnFindings["failed"] = [];
  for (const [name, detector] of Object.entries(detectors)) {
    try {
      for (const detection of detector(analysis)) keep(findings, toFinding(program, detection));
    } catch (error) {
      failed.push({ detector: name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return {
    findings: [...findings.values()],
    contracts: describeContracts(program, analysis),
    guarded: entryTraces(analysis).flatMap((trace) =>
      isGuarded(trace) ? [nameOf(program, trace.entry)] : [],
    ),
    cutShort: contracts.flatMap(({ contract, traces }) =>
      traces.flatMap(({ isCut, entry }) => (isCut ? [`${contract.name}.${entry.name}`] : [])),
    ),
    failed,
  };
}

function describeContracts(program: Program, { contracts }: Analysis): OwnFindings["contracts"] {
  return contracts
    .filter(({ contract }) => program.isOwn(contract.node))
    .map(({ contract }) => ({
      name: contract.name,
      kind: contract.kind,
      file: program.placeOf(contract.node).file,
      functions: contract.functions.filter((node) => program.isOwn(node) || !isConstructor(node)).length,
    }));
}

/** Merges findings of the same place: one finding with the lines of all functions that reach it. */
function keep(findings: Map<string, Finding>, finding: Finding | undefined): void {
  if (!finding) return;
  const known = findings.get(finding.id);
  if (!known) findings.set(finding.id, finding);
  else known.lines = [...new Set([...known.lines, ...finding.lines])].sort((a, b) => a - b);
}

function toFinding(
  program: Program,
  { rule, nodes, heads = [], subject, explanation }: Detection,
): Finding | undefined {
  const first = nodes[0] ?? heads[0];
  if (!first || !program.isOwn(first)) return undefined;
  const { file, first: quoted } = program.placeOf(first);
  const lines = new Set<number>();
  const places = [
    ...nodes.map((node) => program.placeOf(node)),
    ...heads.map((node) => program.headOf(node)),
  ];
  for (const place of places) {
    if (place.file === file) for (let line = place.first; line <= place.last; line++) lines.add(line);
  }
  const sorted = [...lines].sort((a, b) => a - b);
  return {
    id: findingId(rule.id, file, quoted),
    rule: rule.id,
    title: rule.title,
    severity: rule.severity,
    confidence: rule.confidence,
    category: rule.category,
    swc: rule.swc,
    file,
    lines: sorted,
    quote: program.lineOf(file, quoted),
    subject,
    explanation,
    recommendation: rule.recommendation,
    engines: ["mintwright"],
  };
}

/** A short id that stays the same while the code is unchanged. */
export function findingId(rule: string, file: string, line: number): string {
  const digest = createHash("sha256").update(`${file}\0${line}`).digest("hex").slice(0, 8);
  return `${rule}-${digest}`;
}
