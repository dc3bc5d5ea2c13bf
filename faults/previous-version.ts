import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import previous from "./previous-version.json" with { type: "json" };

const run = promisify(execFile);
const repository = fileURLToPath(new URL("..", import.meta.url));

/** Finds the commit of the version before this one. Returns undefined in a clone without it. */
export function findPreviousCommit(): string | undefined {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    return git("rev-parse", "--verify", `${previous.commit}^{commit}`).trim();
  } catch {
    process.stderr.write(
      `\n[faults] SKIPPED: version ${previous.version} (commit ${previous.commit}) is not in this clone, so the upgrade from it ` +
        "cannot be tested. Fetch the whole history: git fetch --unshallow --tags, or fetch-depth: 0 in a workflow.\n",
    );
    return undefined;
  }
}

/**
 * Builds the version before this one from its commit, and returns its command. The build is kept and used again. It is
 * inside the checkout, so that it finds the dependencies that are installed there.
 */
export async function buildPreviousVersion(commit: string): Promise<{ version: string; command: string }> {
  const { version, build } = previous;
  const folder = join(repository, ".previous-version", commit);
  const command = join(folder, "apps/server/bin/mintwright.js");
  const marker = join(folder, "is-built");
  if (existsSync(marker)) return { version, command };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("sh", ["-c", `git archive ${commit} | tar -x -C "${folder}"`], { cwd: repository });
  linkWorkspaces(folder);
  // Its types were checked when it was the newest.
  await run("sh", ["-c", build], { cwd: folder });
  writeFileSync(marker, "");
  return { version, command };
}

/** Its workspaces are its own, not those of this checkout. Dependencies that one workspace has alone are linked. */
function linkWorkspaces(folder: string): void {
  for (const parent of ["packages", "apps"]) {
    for (const name of readdirSync(join(folder, parent))) {
      const workspace = join(folder, parent, name);
      const description = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8")) as {
        name: string;
      };
      link(workspace, join(folder, "node_modules", description.name));
      const own = join(repository, parent, name, "node_modules");
      if (existsSync(own)) link(own, join(workspace, "node_modules"));
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
