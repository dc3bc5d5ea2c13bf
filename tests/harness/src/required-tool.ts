/** A program that a test needs and the machine may not have. */
export interface RequiredTool {
  /** The environment variable with its path. */
  variable: string;
  /** What is not tested without it. */
  purpose: string;
}

/**
 * Finds a program by its environment variable. A missing one is an error where CI is set. Elsewhere the caller skips its
 * tests with `skipIf` or `runIf`, so that the totals count them: a test that returns early would count as passed.
 */
export function findTool({ variable, purpose }: RequiredTool): string | undefined {
  const path = process.env[variable];
  if (path) return path;
  const advice = `Set ${variable} to enable it (.ci/run shows how to install what it names).`;
  if (isContinuousIntegration()) throw new Error(`${purpose} cannot be tested. ${advice}`);
  // Bypasses the test runner's capture of the console.
  process.stderr.write(`\nSKIPPED: ${purpose} was not tested. ${advice}\n`);
  return undefined;
}

function isContinuousIntegration(): boolean {
  const { CI } = process.env;
  return CI !== undefined && !["", "0", "false"].includes(CI);
}
