/** Prints one line of figures, past the test runner's own capture of the console. */
export function report(line: string): void {
  process.stderr.write(`\n[faults] ${line}\n`);
}
