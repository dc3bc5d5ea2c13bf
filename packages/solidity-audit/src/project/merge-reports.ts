import { type AuditReport, countSeverities, type NotAnalysed, writeVerdict } from "../audit-report.ts";
import { compareFindings } from "../merge-findings.ts";
import { strategyOf } from "../proofs/strategies.ts";

/** Makes one report of the compilations of a project. A file that several of them include is reported once. */
export function mergeReports(reports: readonly AuditReport[], notes: readonly NotAnalysed[]): AuditReport {
  const byId = new Map(
    reports
      .flatMap(({ findings }) => findings)
      .sort((left, right) => Number(left.proof !== undefined) - Number(right.proof !== undefined))
      .map((finding) => [finding.id, finding]),
  );
  const findings = [...byId.values()].sort(compareFindings);
  const analysed = reports.map((report) => report.analysed);
  const files = new Set(analysed.flatMap((part) => part.files));
  const contracts = new Map(
    analysed
      .flatMap((part) => part.contracts)
      .map((contract) => [`${contract.file}:${contract.name}`, contract]),
  );
  const unsigned = {
    notAnalysed: distinct([...reports.flatMap((report) => report.notAnalysed), ...notes]).filter(
      ({ what }) => !files.has(what),
    ),
    analysed: {
      files: [...files].sort(),
      contracts: [...contracts.values()],
      functions: [...contracts.values()].reduce((sum, contract) => sum + contract.functions, 0),
      compiler: distinct(analysed.flatMap(({ compiler }) => compiler ?? [])).join(", ") || null,
      settings: {
        optimizer: analysed.some(({ settings }) => settings.optimizer),
        viaIR: analysed.some(({ settings }) => settings.viaIR),
      },
      imported: Math.max(0, ...analysed.map(({ imported }) => imported)),
      detectors: {
        mintwright: Math.max(0, ...analysed.map(({ detectors }) => detectors.mintwright)),
        slither: Math.max(0, ...analysed.map(({ detectors }) => detectors.slither)),
      },
    },
    counts: countSeverities(findings),
    findings,
    compilerWarnings: distinct(reports.flatMap(({ compilerWarnings }) => compilerWarnings)).slice(0, 20),
    ...mergeProofs(reports, findings),
  };
  return { verdict: writeVerdict(unsigned), ...unsigned };
}

function mergeProofs(
  reports: readonly AuditReport[],
  findings: AuditReport["findings"],
): Pick<AuditReport, "proofs"> {
  const proofs = reports.flatMap((report) => report.proofs ?? []);
  if (proofs.length === 0) return {};
  return {
    proofs: {
      tried: findings.filter((finding) => strategyOf(finding)).length,
      proven: findings.filter(({ proof }) => proof).length,
      notRun: proofs.find(({ notRun }) => notRun !== null)?.notRun ?? null,
    },
  };
}

function distinct<Item extends string | NotAnalysed>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
