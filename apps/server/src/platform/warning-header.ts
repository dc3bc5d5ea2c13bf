/** Says in a Warning header what the caller should know, each thing once. */
export function writeWarnings(answerHeaders: Record<string, string>, warnings: readonly string[]): void {
  if (warnings.length > 0) answerHeaders.warning = [...new Set(warnings)].map(writeWarning).join(", ");
}

function writeWarning(text: string): string {
  return `299 - "${text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, "\\$&")}"`;
}
