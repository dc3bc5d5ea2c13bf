import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Slither, SlitherOutcome } from "../../../engines/slither/index.ts";
import type { Compilation, SolidityCompiler } from "../../../engines/solidity/index.ts";
import { createWaitingLine } from "../../../engines/waiting-line.ts";
import type { AnalysisThreads } from "./analysis-threads.ts";
import { type AuditReport, countSeverities, type NotAnalysed, writeVerdict } from "./audit-report.ts";
import { AuditorBusyError, NoSolidityError } from "./auditor.errors.ts";
import { type CompiledFiles, compileFiles } from "./compile-files.ts";
import type { OwnFindings } from "./detect.ts";
import { detectors } from "./detectors/index.ts";
import { fingerprintDetectors } from "./detectors-fingerprint.ts";
import { type ExtractedFiles, extractCode } from "./extract-code.ts";
import type { Finding } from "./finding.ts";
import { mergeFindings } from "./merge-findings.ts";
import { slitherChecks } from "./slither-checks.ts";

/** What an auditor is made of. */
export interface AuditorParts {
  compiler: SolidityCompiler;
  slither: Slither;
  threads: AnalysisThreads;
  /** Reports on texts that were audited before. */
  kept: {
    find(digest: Buffer): Promise<string | undefined>;
    keep(digest: Buffer, report: string): Promise<void>;
  };
  /** Audits at the same time, and audits that may wait. */
  maxConcurrent: number;
  maxWaiting: number;
}

/** Audits the Solidity inside a question. */
export interface Auditor {
  /** Rejects, before anything is charged, when there is no Solidity in the texts; the first text with some is audited. */
  audit(texts: readonly string[], signal: AbortSignal): Promise<AuditReport>;
  /** Audits files as they are, with no text around them. */
  auditFiles(files: ExtractedFiles, signal: AbortSignal): Promise<AuditReport>;
}

/** Creates the auditor. */
export function createAuditor(parts: AuditorParts): Auditor {
  const fingerprint = fingerprintDetectors();
  const line = createWaitingLine({ places: parts.maxConcurrent, maxWaiting: parts.maxWaiting });
  const auditor: Auditor = {
    async audit(texts, signal) {
      for (const text of texts) {
        const files = extractCode(text);
        if (files) return auditor.auditFiles(files, signal);
        // A conversation is many texts: other requests get their turn between two of them.
        await setImmediate();
      }
      throw new NoSolidityError();
    },
    async auditFiles(files, signal) {
      const digest = digestOf(fingerprint, files);
      const known = await parts.kept.find(digest);
      if (known) return JSON.parse(known) as AuditReport;
      const turn = line.enter(signal);
      if (!turn) throw new AuditorBusyError();
      await turn;
      try {
        const { report, isLasting } = await examine(parts, files, signal);
        if (isLasting) await parts.kept.keep(digest, JSON.stringify(report));
        return report;
      } finally {
        line.leave();
      }
    },
  };
  return auditor;
}

function digestOf(fingerprint: string, files: ExtractedFiles): Buffer {
  const entries = Object.entries(files).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([fingerprint, entries]))
    .digest();
}

async function examine(
  { compiler, slither, threads }: AuditorParts,
  files: ExtractedFiles,
  signal: AbortSignal,
): Promise<{ report: AuditReport; isLasting: boolean }> {
  const compiled = await compileFiles(compiler, files, signal);
  const { compilation } = compiled;
  if (!compilation) return { report: reportNothing(compiled), isLasting: true };
  const texts = Object.fromEntries(
    Object.entries(compilation.input.sources).map(([name, { content }]) => [name, content]),
  );
  const common = { compilerVersion: compilation.version, texts, ownFiles: compiled.compiled };
  // Slither takes longest: our own detectors work while it does.
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
  // What failed for want of time may succeed later; what is not installed stays so until a restart.
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

/** What one of the engines did not look at. */
function unfinished(own: OwnFindings, slither: SlitherOutcome): NotAnalysed[] {
  return [
    ...(slither.status === "absent"
      ? [{ what: "by Slither", reason: "it is not installed on this server" }]
      : []),
    ...(slither.status === "failed" ? [{ what: "by Slither", reason: `it ${slither.reason}` }] : []),
    ...own.failed.map(({ detector }) => ({
      what: `by the detector ${detector}`,
      reason: "it failed on this code",
    })),
    ...(own.contracts.length === 0 ? [{ what: "the code", reason: "it has interfaces only" }] : []),
    ...own.cutShort.map((name) => ({ what: name, reason: "too large to be followed to its end" })),
  ];
}

function reportNothing({ notAnalysed }: CompiledFiles): AuditReport {
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
