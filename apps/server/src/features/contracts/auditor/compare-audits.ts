import type { AuditFinding, AuditReport } from "@mintwright/api-contract";
import { fingerprintsOf } from "@mintwright/solidity-audit";

/** The part of a stored audit that a comparison reads. */
export interface StoredAudit {
  report: AuditReport;
}

export interface AuditComparison {
  added: AuditFinding[];
  removed: AuditFinding[];
  remaining: AuditFinding[];
  onlyBefore: string[];
  onlyAfter: string[];
}

/** Compares the findings of two audits. Those that remain are described as in the later one. */
export function compareAudits(before: StoredAudit, after: StoredAudit): AuditComparison {
  const known = byFingerprint(before.report);
  const found = byFingerprint(after.report);
  const filesBefore = before.report.analysed.files;
  const filesAfter = after.report.analysed.files;
  return {
    added: listMissing(found, known),
    removed: listMissing(known, found),
    remaining: [...found].filter(([print]) => known.has(print)).map(([, finding]) => finding),
    onlyBefore: filesBefore.filter((name) => !filesAfter.includes(name)),
    onlyAfter: filesAfter.filter((name) => !filesBefore.includes(name)),
  };
}

function byFingerprint({ findings }: AuditReport): Map<string, AuditFinding> {
  const prints = fingerprintsOf(findings);
  return new Map(findings.map((finding, index) => [prints[index] ?? finding.id, finding]));
}

function listMissing(
  findings: ReadonlyMap<string, AuditFinding>,
  from: ReadonlyMap<string, AuditFinding>,
): AuditFinding[] {
  return [...findings].filter(([print]) => !from.has(print)).map(([, finding]) => finding);
}
