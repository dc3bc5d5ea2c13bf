import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Compares this checkout with a commit (first argument) by bench:compare; more arguments name benches. The commit is
// built in a folder of its own, with the dependencies of this checkout and its measurement of HTTP calls.

const [commit, ...benches] = process.argv.slice(2);
if (!commit) throw new Error("Name the commit to compare with.");
const own = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "mintwright-compare-"));
const other = join(folder, "checkout");
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: "inherit" });

try {
  run("git", ["worktree", "add", "--detach", other, commit], own);
  for (const modules of ["node_modules", ...globSync("{apps,packages}/*/node_modules", { cwd: own })])
    run("cp", ["-al", join(own, modules), join(other, modules)], own);
  for (const name of ["http.ts", "cpu-clock.ts", "measure.ts"])
    copyFileSync(join(own, "bench", name), join(other, "bench", name));
  run("npm", ["run", "build:server"], other);
  const { status } = spawnSync("node", ["bench/compare.ts", other, ...benches], {
    cwd: own,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  run("git", ["worktree", "remove", "--force", other], own);
  rmSync(folder, { recursive: true, force: true });
}
