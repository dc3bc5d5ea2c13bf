/** Prints an answer: as JSON for programs, or in words for people. */
export function printAnswer(answer: unknown, words: string, { json }: { json?: boolean | undefined }): void {
  process.stdout.write(`${json ? JSON.stringify(answer) : words}\n`);
}
