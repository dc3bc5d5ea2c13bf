import type { Compilation } from "@mintwright/solidity-compiler";
import { type AuditReport, writeVerdict } from "../audit-report.ts";
import type { Finding, Proof } from "../finding.ts";
import { notInstalled, type ProofParts, proveFindings } from "./prove.ts";
import { strategyOf } from "./strategies.ts";

export interface ProvenReport {
  report: AuditReport;
  /** False if another attempt could prove more. */
  isLasting: boolean;
}

export interface ProofBounds {
  budgetInMs: number;
  signal: AbortSignal;
}

/** Adds the proofs to a report, and says how many findings were tried, or why none was. */
export async function addProofs(
  parts: ProofParts,
  compilation: Compilation | undefined,
  report: AuditReport,
  bounds: ProofBounds,
): Promise<ProvenReport> {
  const tried = report.findings.filter((finding) => strategyOf(finding)).length;
  if (!compilation || tried === 0) return { report, isLasting: true };
  const proofs = new Map<string, Proof>();
  const notRun = await proveInTime(parts, compilation, report.findings, proofs, bounds);
  const findings = report.findings.map((finding) => {
    const proof = proofs.get(finding.id);
    return proof ? { ...finding, proof } : finding;
  });
  const unsigned = { ...report, findings, proofs: { tried, proven: proofs.size, notRun: notRun ?? null } };
  return {
    report: { ...unsigned, verdict: writeVerdict(unsigned) },
    isLasting: notRun === undefined || notRun === notInstalled,
  };
}

/** A report without proofs is better than none, so only the caller's own signal ends the audit. */
async function proveInTime(
  parts: ProofParts,
  compilation: Compilation,
  findings: readonly Finding[],
  proofs: Map<string, Proof>,
  { budgetInMs, signal }: ProofBounds,
): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(budgetInMs);
  try {
    return await proveFindings(parts, compilation, findings, proofs, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    return deadline.aborted
      ? `they took more than ${budgetInMs / 1000} seconds`
      : `they failed: ${error instanceof Error ? error.message.slice(0, 200) : "unknown reason"}`;
  }
}
