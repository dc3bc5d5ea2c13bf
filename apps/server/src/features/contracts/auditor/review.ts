import type { Auditor } from "./auditor.service.ts";

/** Creates the review of code before it is handed out: every grave finding as a sentence, with its place and remedy. */
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
