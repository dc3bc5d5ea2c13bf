import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ownFolder = dirname(fileURLToPath(import.meta.url));

/**
 * Starts a program of this folder with the rights of a document's process: it is given no environment and may read its
 * own code and its libraries only, write nothing and start no program. `/proc` above all is out of its reach, where the
 * parent's environment has every secret.
 */
export function forkReader(
  program: URL,
  args: readonly string[],
  { heapInMb }: { heapInMb: number },
): ChildProcess {
  return fork(fileURLToPath(program), args, {
    execArgv: [
      `--max-old-space-size=${heapInMb}`,
      "--permission",
      ...listReadable().map((path) => `--allow-fs-read=${path}`),
      "--allow-worker",
    ],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** This folder, and where Node looks for libraries and for the kind of module a file is. */
function listReadable(): string[] {
  const paths = [ownFolder + sep];
  for (let folder = ownFolder; folder !== dirname(folder); folder = dirname(folder)) {
    const libraries = join(folder, "node_modules") + sep;
    if (existsSync(libraries)) paths.push(libraries);
    paths.push(join(folder, "package.json"));
  }
  return paths;
}
