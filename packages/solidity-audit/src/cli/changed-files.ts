import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** The absolute paths of the files that differ from a git revision, with those that git does not track yet. */
export function listChangedFiles(folder: string, revision: string): Set<string> {
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
      .split("\0")
      .filter((name) => name !== "");
  const [root = folder] = git("rev-parse", "--show-toplevel").map((line) => line.trim());
  // A revision that looks like an option must not become one.
  const [commit = ""] = git("rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`).map((line) =>
    line.trim(),
  );
  const changed = git("diff", "--name-only", "--no-relative", "-z", commit);
  const added = git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", root);
  return new Set([...changed, ...added].map((name) => resolve(root, name)));
}
