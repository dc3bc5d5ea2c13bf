import type { Auditor } from "./auditor.service.ts";

/** Creates the review of generated Solidity: each finding of high severity as a sentence with its line and fix. */
export function createReview(auditor: Auditor) {
  return async (source: string, signal: AbortSignal): Promise<string[]> => {
    const { findings, analysed, verdict } = await auditor.auditFiles({ "contract.sol": source }, signal);
    if (analysed.contracts.length === 0) return [verdict];
    return findings
      .filter(({ severity }) => severity === "high")
      .map(
        ({ title, lines, quote, explanation, recommendation }) =>
          `Line ${lines[0]}, \`${quote}\`: ${title}. ${explanation} ${recommendation}`,
      );
  };
}
