import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { RegisteredTest } from "./registered-test.ts";

/**
 * Asks vitest for every registered test below the repository root, without running any.
 *
 * Vitest reads the files without importing them, so the list is the same on every machine. Tests behind
 * skip, todo, skipIf or runIf are left out: what may not run holds no rule. Titles must be literal, and any
 * function whose name begins with "test" is taken for a test.
 */
export function listTests(root: string): RegisteredTest[] {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    // To a file, because a vitest configuration may print to the standard output.
    const listing = join(folder, "tests.json");
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const run = spawnSync(process.execPath, [vitest, "list", `--json=${listing}`], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    if (run.status !== 0) throw new Error(`vitest could not list the tests\n${run.stderr}`);
    return parseListing(readFileSync(listing, "utf8"), realpathSync(root));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the JSON that vitest lists, with files relative to the root and in a fixed order. */
export function parseListing(json: string, root: string): RegisteredTest[] {
  const listed: { name: string; file: string }[] = JSON.parse(json);
  return listed
    .map(({ name, file }) => ({ file: relative(root, file).split(sep).join("/"), title: name }))
    .sort((a, b) => order(a.file, b.file) || order(a.title, b.title));
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
