import { absentForge, createSolcCompiler } from "@mintwright/solidity-compiler";
import { createAnalysisThreads } from "../analysis-threads.ts";
import { type AuditOptions, type AuditParts, analyseCompiled } from "../audit.ts";
import type { AuditReport } from "../audit-report.ts";
import type { OpenedProject } from "../audit-worker.ts";
import type { ExtractedFiles } from "../extract-code.ts";
import { addProofs } from "../proofs/add-proofs.ts";
import { absentSlither } from "../slither/slither.ts";
import { type CompiledProject, compileProject } from "./compile-project.ts";
import { mergeReports } from "./merge-reports.ts";
import { planCompilations } from "./plan-compilations.ts";
import { type ProjectSource, readProject, type ZippedProject } from "./project.ts";
import { UnreadableProjectError } from "./project-files.ts";

const compilerBounds = { processes: 1, maxWaiting: 0, timeoutInMs: 180_000, memoryInMb: 2_048 };
const analysisInMs = 180_000;
/** For each compilation. A server ends an audit that takes too long, proofs or not. */
const proofsInMs = 30_000;

/**
 * Audits a whole project: a Foundry or Hardhat folder, a zip, or files with remappings. Throws an
 * `UnreadableProjectError` if there is no Solidity file in it.
 */
export async function auditProject(source: ProjectSource, options: AuditOptions = {}): Promise<AuditReport> {
  const { slither = absentSlither, forge = absentForge, signal = new AbortController().signal } = options;
  const project = readProject(source);
  const compiler = options.compiler ?? createSolcCompiler(compilerBounds);
  const threads = options.threads ?? createAnalysisThreads(1, { timeoutInMs: analysisInMs });
  try {
    const opened = { project, plans: planCompilations(project) };
    return await auditOpened({ compiler, threads, slither, forge }, opened, signal);
  } finally {
    if (!options.compiler) await compiler.stop();
    if (!options.threads) await threads.stop();
  }
}

/**
 * Audits a zip from an untrusted sender with long-lived parts: it is unpacked and read in a thread with a time limit.
 * Returns the project's own files beside the report. Throws an `UnreadableProjectError` if it cannot be read.
 */
export async function auditArchive(
  parts: AuditParts,
  source: ZippedProject,
  signal: AbortSignal,
): Promise<{ report: AuditReport; files: ExtractedFiles }> {
  const opened = await parts.threads.openProject(source, signal);
  if (opened.status === "failed") throw new UnreadableProjectError(`Reading the zip ${opened.reason}.`);
  if ("problem" in opened.result) throw new UnreadableProjectError(opened.result.problem);
  const { project } = opened.result;
  const report = await auditOpened(parts, opened.result, signal);
  return {
    report,
    files: Object.fromEntries(project.ownFiles.map((name) => [name, project.sources[name] ?? ""])),
  };
}

async function auditOpened(
  { compiler, threads, slither, forge }: AuditParts,
  { project, plans }: OpenedProject,
  signal: AbortSignal,
): Promise<AuditReport> {
  const reports: AuditReport[] = [];
  for (const plan of plans) {
    const isCodeNeeded = slither !== absentSlither;
    const compiled = await compileProject(compiler, project, plan, { isCodeNeeded, signal });
    const parts = { threads, slither: whatRuns(slither, compiled) };
    const { report } = await analyseCompiled(parts, compiled, signal);
    const proven = await addProofs({ compiler, forge }, compiled.compilation, report, {
      budgetInMs: proofsInMs,
      signal,
    });
    reports.push(proven.report);
  }
  return mergeReports(reports, project.notAnalysed);
}

/** Slither reads bytecode, so it cannot run without. */
function whatRuns(slither: AuditParts["slither"], { withoutCode }: CompiledProject): AuditParts["slither"] {
  if (withoutCode === undefined) return slither;
  return { analyse: async () => ({ status: "failed", reason: `could not run: ${withoutCode}` }) };
}
