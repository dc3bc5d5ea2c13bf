import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isProjectFile, type ProjectFiles } from "./project-files.ts";

/** Folders of dependencies and of compiler output. */
const skipped = new Set(["node_modules", "lib", "out", "cache", "artifacts", "broadcast", "typechain-types"]);
const maxDepth = 16;

/** The files of a folder. Imports are also found in `node_modules` of the folders above, as in a monorepo. */
export function openFolder(folder: string): ProjectFiles {
  const root = resolve(folder);
  const dependencies = listDependencyFolders(root);
  return {
    names: listFiles(root, "", 0),
    read(name) {
      for (const base of [root, ...dependencies]) {
        try {
          return readFileSync(join(base, name), "utf8");
        } catch {
          // Looked up in the next folder.
        }
      }
      return undefined;
    },
    hasFolder: (name) => statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory() ?? false,
  };
}

function listDependencyFolders(root: string): string[] {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules"))) folders.push(join(folder, "node_modules"));
    if (folder === dirname(folder)) return folders;
  }
}

function listFiles(root: string, below: string, depth: number): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      const isSkipped = skipped.has(entry.name) || entry.name.startsWith(".") || depth === maxDepth;
      return isSkipped ? [] : listFiles(root, name, depth + 1);
    }
    return entry.isFile() && isProjectFile(name) ? [name] : [];
  });
}
