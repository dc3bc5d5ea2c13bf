/** A program that a test needs and the machine may not have. */
export interface RequiredTool {
  /** The environment variable that names it. */
  variable: string;
  /** What is not tested without it. */
  purpose: string;
}

/**
 * Finds a program by its environment variable. Without it the test is skipped, and says so where nobody
 * can miss it; where CI is set a skipped test would pass for a passed one, so there it fails.
 */
export function findTool({ variable, purpose }: RequiredTool): string | undefined {
  const path = process.env[variable];
  if (path) return path;
  const advice = `Set ${variable} to enable it (.ci/run shows how to install what it names).`;
  if (process.env.CI === "true") throw new Error(`${purpose} cannot be tested. ${advice}`);
  // Past the test runner's own capture of the console.
  process.stderr.write(`\nSKIPPED: ${purpose} was not tested. ${advice}\n`);
  return undefined;
}
