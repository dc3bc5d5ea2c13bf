import {
  absentForge,
  type Compilation,
  createSolcCompiler,
  type Forge,
  type SolidityCompiler,
} from "@mintwright/solidity-compiler";
import { type AnalysisThreads, createAnalysisThreads } from "./analysis-threads.ts";
import { type AuditReport, countSeverities, type NotAnalysed, writeVerdict } from "./audit-report.ts";
import { type CompiledFiles, compileFiles } from "./compile-files.ts";
import type { OwnFindings } from "./detect.ts";
import { detectors } from "./detectors/index.ts";
import type { ExtractedFiles } from "./extract-code.ts";
import type { Finding } from "./finding.ts";
import { mergeFindings } from "./merge-findings.ts";
import { addProofs } from "./proofs/add-proofs.ts";
import { absentSlither, type Slither, type SlitherOutcome } from "./slither/slither.ts";
import { slitherChecks } from "./slither/slither-checks.ts";

export interface AuditParts {
  compiler: SolidityCompiler;
  threads: AnalysisThreads;
  slither: Slither;
  forge: Forge;
}

/** Parts that are passed in are reused and left running. Missing parts are created for one audit. */
export interface AuditOptions extends Partial<AuditParts> {
  signal?: AbortSignal | undefined;
}

const compilerBounds = { processes: 1, maxWaiting: 0, timeoutInMs: 60_000, memoryInMb: 1_024 };
const proofsInMs = 90_000;

/** Audits Solidity files by name. Rejects with a `SolidityCompilerError` if the compiler returns no output. */
export async function audit(files: ExtractedFiles, options: AuditOptions = {}): Promise<AuditReport> {
  const { slither = absentSlither, forge = absentForge, signal = new AbortController().signal } = options;
  const compiler = options.compiler ?? createSolcCompiler(compilerBounds);
  const threads = options.threads ?? createAnalysisThreads(1);
  try {
    const { report } = await examine({ compiler, threads, slither, forge }, files, signal);
    return report;
  } finally {
    if (!options.compiler) await compiler.stop();
    if (!options.threads) await threads.stop();
  }
}

export interface AuditOutcome {
  report: AuditReport;
  /** False if another attempt could analyse more, for example after a timeout. Do not cache such a report. */
  isLasting: boolean;
}

/** Audits files with long-lived parts, and says whether the report can be cached. */
export async function examine(
  { compiler, forge, ...parts }: AuditParts,
  files: ExtractedFiles,
  signal: AbortSignal,
): Promise<AuditOutcome> {
  const compiled = await compileFiles(compiler, files, signal);
  const { report, isLasting } = await analyseCompiled(parts, compiled, signal);
  const bounds = { budgetInMs: proofsInMs, signal };
  const proven = await addProofs({ compiler, forge }, compiled.compilation, report, bounds);
  return { report: proven.report, isLasting: isLasting && proven.isLasting };
}

/** Runs the detectors and Slither on files that were compiled. */
export async function analyseCompiled(
  { slither, threads }: Omit<AuditParts, "compiler" | "forge">,
  compiled: CompiledFiles,
  signal: AbortSignal,
): Promise<AuditOutcome> {
  const { compilation } = compiled;
  if (!compilation) return { report: reportNothing(compiled), isLasting: true };
  const texts = Object.fromEntries(
    Object.entries(compilation.input.sources).map(([name, { content }]) => [name, content]),
  );
  const common = { compilerVersion: compilation.version, texts, ownFiles: compiled.compiled };
  // Slither is the slowest part, so the built-in detectors run at the same time.
  const [analysed, detected] = await Promise.all([
    slither.analyse({
      solcVersion: compilation.version,
      solcLongVersion: compilation.longVersion,
      input: compilation.input,
      outputText: compilation.outputText,
      checks: Object.keys(slitherChecks),
      signal,
    }),
    threads.runDetectors({ outputText: compilation.outputText, ...common }, signal),
  ]);
  if (detected.status === "failed") {
    const reason = `its analysis ${detected.reason}`;
    const notAnalysed = compiled.compiled.map((what) => ({ what, reason }));
    return {
      report: reportNothing({ ...compiled, notAnalysed: [...compiled.notAnalysed, ...notAnalysed] }),
      isLasting: false,
    };
  }
  const own = detected.result;
  let outcome = analysed;
  let found: Finding[] = [];
  if (outcome.status === "done") {
    const read = await threads.readSlither({ slitherText: outcome.outputText, ...common }, signal);
    if (read.status === "done") found = read.result;
    else outcome = read;
  }
  const report = writeReport(compiled, compilation, own, outcome, mergeFindings(own, found));
  // A run that timed out may succeed later; a missing installation stays missing until a restart.
  return { report, isLasting: outcome.status === "done" };
}

function writeReport(
  { compiled, notAnalysed }: CompiledFiles,
  compilation: Compilation,
  own: OwnFindings,
  slither: SlitherOutcome,
  findings: AuditReport["findings"],
): AuditReport {
  const unsigned = {
    notAnalysed: [...notAnalysed, ...unfinished(own, slither)],
    analysed: {
      files: compiled,
      contracts: own.contracts,
      functions: own.contracts.reduce((sum, contract) => sum + contract.functions, 0),
      compiler: compilation.version,
      settings: {
        optimizer: compilation.input.settings.optimizer.enabled,
        viaIR: compilation.input.settings.viaIR ?? false,
      },
      imported: Object.keys(compilation.input.sources).length - compiled.length,
      detectors: {
        mintwright: Object.keys(detectors).length - own.failed.length,
        slither: slither.status === "done" ? Object.keys(slitherChecks).length : 0,
      },
    },
    counts: countSeverities(findings),
    findings,
    compilerWarnings: compilation.warnings.slice(0, 20).map(({ message }) => message.slice(0, 300)),
  };
  return { verdict: writeVerdict(unsigned), ...unsigned };
}

function unfinished(own: OwnFindings, slither: SlitherOutcome): NotAnalysed[] {
  return [
    ...(slither.status === "absent" ? [{ what: "by Slither", reason: "it is not installed" }] : []),
    ...(slither.status === "failed" ? [{ what: "by Slither", reason: `it ${slither.reason}` }] : []),
    ...own.failed.map(({ detector }) => ({
      what: `by the detector ${detector}`,
      reason: "it failed on this code",
    })),
    ...(own.contracts.length === 0 ? [{ what: "the code", reason: "it only has interfaces" }] : []),
    ...own.cutShort.map((name) => ({ what: name, reason: "too large to be analysed completely" })),
  ];
}

function reportNothing({ notAnalysed }: Pick<CompiledFiles, "notAnalysed">): AuditReport {
  const unsigned = {
    notAnalysed,
    analysed: {
      files: [],
      contracts: [],
      functions: 0,
      compiler: null,
      settings: { optimizer: false, viaIR: false },
      imported: 0,
      detectors: { mintwright: 0, slither: 0 },
    },
    counts: countSeverities([]),
    findings: [],
    compilerWarnings: [],
  };
  return { verdict: writeVerdict(unsigned), ...unsigned };
}
