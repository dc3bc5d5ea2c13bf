import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { createAnalysisThreads } from "../analysis-threads.ts";
import { type AuditOptions, type AuditParts, analyseCompiled } from "../audit.ts";
import type { AuditReport } from "../audit-report.ts";
import { absentSlither } from "../slither/slither.ts";
import { type CompiledProject, compileProject } from "./compile-project.ts";
import { mergeReports } from "./merge-reports.ts";
import { planCompilations } from "./plan-compilations.ts";
import { type ProjectSource, readProject } from "./project.ts";

const compilerBounds = { processes: 1, maxWaiting: 0, timeoutInMs: 180_000, memoryInMb: 2_048 };
const analysisInMs = 180_000;

/**
 * Audits a whole project: a Foundry or Hardhat folder, a zip, or files with remappings. Throws an
 * `UnreadableProjectError` if there is no Solidity file in it.
 */
export async function auditProject(source: ProjectSource, options: AuditOptions = {}): Promise<AuditReport> {
  const { slither = absentSlither, signal = new AbortController().signal } = options;
  const project = readProject(source);
  const compiler = options.compiler ?? createSolcCompiler(compilerBounds);
  const threads = options.threads ?? createAnalysisThreads(1, { timeoutInMs: analysisInMs });
  try {
    const reports: AuditReport[] = [];
    for (const plan of planCompilations(project)) {
      const isCodeNeeded = slither !== absentSlither;
      const compiled = await compileProject(compiler, project, plan, { isCodeNeeded, signal });
      const { report } = await analyseCompiled(
        { threads, slither: whatRuns(slither, compiled) },
        compiled,
        signal,
      );
      reports.push(report);
    }
    return mergeReports(reports, project.notAnalysed);
  } finally {
    if (!options.compiler) await compiler.stop();
    if (!options.threads) await threads.stop();
  }
}

/** Slither reads bytecode, so it cannot run without. */
function whatRuns(slither: AuditParts["slither"], { withoutCode }: CompiledProject): AuditParts["slither"] {
  if (withoutCode === undefined) return slither;
  return { analyse: async () => ({ status: "failed", reason: `could not run: ${withoutCode}` }) };
}
