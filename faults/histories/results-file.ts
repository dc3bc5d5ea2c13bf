import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { SeedResult } from "./run-seed.ts";

/** One line of the results: a seed that was run on a commit. */
interface ResultLine {
  commit: string;
  seed: number;
  seconds: number;
  exchanges: number;
  faults: number;
  violations: { check: string; message: string }[];
}

/** The results of earlier runs and of this one, a line each. */
export interface ResultsFile {
  /** Whether the seed was already run on this commit. */
  has(seed: number): boolean;
  add(seed: number, result: SeedResult): void;
}

/** The commit of the working tree, marked when files were changed since. */
export function readCommit(): string {
  return execFileSync("git", ["describe", "--always", "--abbrev=40", "--dirty"], { encoding: "utf8" }).trim();
}

/** Opens a file of results; a path that is undefined keeps nothing. */
export function openResults(path: string | undefined, commit = readCommit()): ResultsFile {
  const lines =
    path && existsSync(path)
      ? readFileSync(path, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line) as ResultLine)
      : [];
  const done = new Set(lines.filter((line) => line.commit === commit).map(({ seed }) => seed));
  return {
    has: (seed) => done.has(seed),
    add(seed, { history, seconds, violations }) {
      if (!path) return;
      const line: ResultLine = {
        commit,
        seed,
        seconds: Number(seconds.toFixed(1)),
        exchanges: history.exchanges.length,
        faults: history.faults.length,
        violations: violations.map(({ check, message }) => ({ check, message })),
      };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
    },
  };
}
