import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, posix, relative, resolve, sep } from "node:path";
import { createForge } from "@mintwright/solidity-compiler";
import { z } from "zod";
import { type AuditReport, countSeverities, writeVerdict } from "../audit-report.ts";
import { type Severity, severities } from "../finding.ts";
import { auditProject } from "../project/audit-project.ts";
import { readProject } from "../project/project.ts";
import { UnreadableProjectError } from "../project/project-files.ts";
import { createSlither } from "../slither/slither-process.ts";
import { writeMarkdown } from "../write-markdown.ts";
import { writeSarif } from "../write-sarif.ts";
import { listChangedFiles } from "./changed-files.ts";
import { type CliOptions, readOptions, UsageError, usage } from "./options.ts";
import { type Selection, selectFindings } from "./select-findings.ts";
import { writeText } from "./write-text.ts";

const slitherBounds = { timeoutInMs: 600_000, memoryInMb: 4_096, maxOutputBytes: 64_000_000 };
const forgeBounds = { timeoutInMs: 20_000, memoryInMb: 4_096, maxOutputBytes: 8_000_000 };
const baselineSchema = z.object({ findings: z.array(z.object({ fingerprint: z.string() })) });

export interface CliOutput {
  out(text: string): void;
  err(text: string): void;
}

/** Runs the command and returns its exit code. */
export async function run(words: readonly string[], { out, err }: CliOutput): Promise<number> {
  try {
    const options = readOptions(words);
    if (!options) {
      out(usage);
      return 0;
    }
    return await auditPath(options, { out, err });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnreadableProjectError)) throw error;
    err(error.message);
    if (error instanceof UsageError) err(`\n${usage}`);
    return 2;
  }
}

async function auditPath(options: CliOptions, { out, err }: CliOutput): Promise<number> {
  const { path } = options;
  const project = readProject({ path });
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const filters = {
    folder,
    sources: Object.fromEntries(project.ownFiles.map((name) => [name, project.sources[name] ?? ""])),
    baseline: options.baseline === undefined ? undefined : readBaseline(options.baseline),
    changed: options.changedSince === undefined ? undefined : readChanges(folder, options.changedSince),
  };
  const report = await auditProject(
    { path },
    { ...findSlither(options.slither), ...findForge(options.forge) },
  );
  const selection = selectFindings(report.findings, filters);
  const selected = narrow(report, selection, folder);
  if (options.writeBaseline !== undefined) writeBaseline(options.writeBaseline, report, filters);
  const text = write(selected, selection, options.format);
  if (options.output === undefined) out(text);
  else writeFileSync(options.output, `${text}\n`);
  for (const note of notesOf(selection)) err(note);
  if (report.analysed.files.length === 0) return 2;
  return fails(selected.counts, options.failOn) ? 1 : 0;
}

function findSlither(executable: string | undefined) {
  if (executable === undefined) return {};
  if (!existsSync(executable)) throw new UsageError(`There is no Slither at ${executable}.`);
  return { slither: createSlither(executable, slitherBounds) };
}

function findForge(executable: string | undefined) {
  if (executable === undefined) return {};
  if (!existsSync(executable)) throw new UsageError(`There is no forge at ${executable}.`);
  return { forge: createForge(executable, forgeBounds) };
}

function readBaseline(file: string): Set<string> {
  try {
    const { findings } = baselineSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return new Set(findings.map(({ fingerprint }) => fingerprint));
  } catch {
    throw new UsageError(`${file} is not a baseline. Write one with --write-baseline.`);
  }
}

function readChanges(folder: string, revision: string): Set<string> {
  try {
    return listChangedFiles(folder, revision);
  } catch {
    throw new UsageError(`${folder} is not in a git repository that knows the revision ${revision}.`);
  }
}

/** All findings but the suppressed ones, which the code itself explains. */
function writeBaseline(
  file: string,
  { findings }: AuditReport,
  filters: Parameters<typeof selectFindings>[1],
): void {
  const { folder, sources } = filters;
  const kept = selectFindings(findings, { folder, sources }).findings.map(
    ({ fingerprint, rule, subject, file: where }) => ({
      ...{ fingerprint, rule, subject, file: where },
    }),
  );
  writeFileSync(file, `${JSON.stringify({ findings: kept }, undefined, 2)}\n`);
}

/** The report of the selected findings. Files are named as seen from the current folder. */
function narrow(report: AuditReport, { findings }: Selection, folder: string): AuditReport {
  const prefix = relative(process.cwd(), resolve(folder)).split(sep).join("/");
  const named = (file: string) => (prefix && !prefix.startsWith("..") ? posix.join(prefix, file) : file);
  const unsigned = {
    ...report,
    analysed: { ...report.analysed, files: report.analysed.files.map(named) },
    findings: findings.map((finding) => ({ ...finding, file: named(finding.file) })),
    counts: countSeverities(findings),
  };
  return { ...unsigned, verdict: writeVerdict(unsigned) };
}

function write(
  report: AuditReport,
  { suppressed, known, unchanged }: Selection,
  format: CliOptions["format"],
): string {
  if (format === "markdown") return writeMarkdown(report);
  if (format === "sarif") return writeSarif(report, readVersion());
  if (format === "text") return writeText(report);
  const left = {
    baseline: known,
    unchanged,
    suppressed: suppressed.map(({ finding, reason }) => ({ ...finding, reason })),
  };
  return JSON.stringify({ ...report, leftOut: left }, undefined, 2);
}

function notesOf({ suppressed, known, unchanged, withoutReason }: Selection): string[] {
  return [
    ...(known > 0 ? [`Left out: ${known} in the baseline.`] : []),
    ...(unchanged > 0 ? [`Left out: ${unchanged} in files that did not change.`] : []),
    ...suppressed.map(
      ({ finding, reason }) => `Suppressed: ${finding.file}:${finding.lines[0]} ${finding.rule} (${reason})`,
    ),
    ...withoutReason.map(
      (place) => `Not suppressed: ${place} gives no reason. Write // mintwright-ignore RULE: reason`,
    ),
  ];
}

function fails(counts: Record<Severity, number>, failOn: CliOptions["failOn"]): boolean {
  if (failOn === "never") return false;
  return severities.slice(0, severities.indexOf(failOn) + 1).some((severity) => counts[severity] > 0);
}

function readVersion(): string {
  return (createRequire(import.meta.url)("../../package.json") as { version: string }).version;
}
