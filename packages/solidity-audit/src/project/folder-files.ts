import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { isProjectFile, type ProjectFiles } from "./project-files.ts";

/** Folders of dependencies and of compiler output. */
const skipped = new Set(["node_modules", "lib", "out", "cache", "artifacts", "broadcast", "typechain-types"]);
const maxDepth = 16;

/**
 * The files of a folder. Imports are also found in `node_modules` of the folders above, as in a monorepo. Nothing else is read: the
 * code that names a file may be a stranger's.
 */
export function openFolder(folder: string): ProjectFiles {
  const root = resolve(folder);
  const dependencies = listDependencyFolders(root);
  return {
    names: listFiles(root, "", 0),
    read(name) {
      for (const base of [root, ...dependencies]) {
        const path = findInside(base, name);
        try {
          if (path) return readFileSync(path, "utf8");
        } catch {
          // Looked up in the next folder.
        }
      }
      return undefined;
    },
    hasFolder(name) {
      const path = findInside(root, name);
      return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
    },
  };
}

function findInside(base: string, name: string): string | undefined {
  const path = join(base, name);
  return path.startsWith(base + sep) ? path : undefined;
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
