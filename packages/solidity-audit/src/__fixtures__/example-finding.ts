import type { AuditReport } from "../audit-report.ts";
import { countSeverities, writeVerdict } from "../audit-report.ts";
import type { Finding } from "../finding.ts";

export function exampleFinding(changes: Partial<Finding> = {}): Finding {
  return {
    id: "reentrancy-ether-1",
    rule: "reentrancy-ether",
    title: "Reentrancy: Ether is sent before the balance is updated",
    severity: "high",
    confidence: "high",
    category: "reentrancy",
    swc: "SWC-107",
    file: "contracts/Vault.sol",
    lines: [12, 13, 20],
    quote: 'msg.sender.call{value: x}("");',
    subject: "Vault.withdraw",
    explanation: "It can be called again.",
    recommendation: "Change state first.",
    engines: ["mintwright"],
    ...changes,
  };
}

export function exampleReport(
  findings: Finding[],
  notAnalysed: AuditReport["notAnalysed"] = [],
): AuditReport {
  const unsigned = {
    notAnalysed,
    analysed: {
      files: ["contracts/Vault.sol"],
      contracts: [{ name: "Vault", kind: "contract", file: "contracts/Vault.sol", functions: 3 }],
      functions: 3,
      compiler: "0.8.37",
      settings: { optimizer: false, viaIR: false },
      imported: 0,
      detectors: { mintwright: 10, slither: 5 },
    },
    counts: countSeverities(findings),
    findings,
    compilerWarnings: [],
  };
  return { verdict: writeVerdict(unsigned), ...unsigned };
}
