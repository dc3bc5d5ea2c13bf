import { readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { NotAnalysed } from "../audit-report.ts";
import type { ExtractedFiles } from "../extract-code.ts";
import { openFolder } from "./folder-files.ts";
import { type ProjectFiles, UnreadableProjectError } from "./project-files.ts";
import type { ArchiveLimits } from "./read-archive.ts";
import { type ProjectSettings, readSettings } from "./read-settings.ts";
import { ImportResolver, readImports } from "./resolve-import.ts";
import { openZip } from "./zip-files.ts";

/** Where a project is: a folder, a zip file or a single Solidity file, the bytes of a zip, or its files by name. */
export type ProjectSource = { path: string } | ZippedProject | GivenFiles;

export interface ZippedProject {
  zip: Uint8Array;
  limits?: ArchiveLimits;
}

interface GivenFiles {
  files: ExtractedFiles;
  /** Dependencies: read, but not reported on. */
  libraries?: ExtractedFiles;
  remappings?: readonly string[];
}

/** A project's own files with everything that they import. */
export interface SolidityProject {
  kind: ProjectSettings["kind"];
  ownFiles: readonly string[];
  sources: Readonly<Record<string, string>>;
  /** The names that each own file needs, itself included. */
  closures: ReadonlyMap<string, ReadonlySet<string>>;
  remappings: readonly string[];
  notAnalysed: readonly NotAnalysed[];
}

const bundled = /^@openzeppelin\/contracts(?:-upgradeable)?\//;
const outsideSources = /(?:^|\/)(?:tests?|scripts?|mocks?)\/|\.[ts]\.sol$/;

/** Reads a project. Throws an `UnreadableProjectError` if there is no Solidity file in it. */
export function readProject(source: ProjectSource): SolidityProject {
  if ("files" in source) return readGivenFiles(source);
  if ("zip" in source) return readFiles(openZip(source.zip, source.limits));
  const found = statSync(source.path, { throwIfNoEntry: false });
  if (!found) throw new UnreadableProjectError(`${source.path} does not exist.`);
  if (found.isDirectory()) return readFiles(openFolder(source.path));
  if (source.path.endsWith(".zip")) return readFiles(openZip(readFileSync(source.path)));
  return readFiles(openFolder(dirname(source.path)), basename(source.path));
}

function readGivenFiles({ files, libraries = {}, remappings = [] }: GivenFiles): SolidityProject {
  const all = { ...libraries, ...files };
  const opened: ProjectFiles = {
    names: Object.keys(files),
    read: (name) => (Object.hasOwn(all, name) ? all[name] : undefined),
    hasFolder: () => false,
  };
  return collect(opened, Object.keys(files), { kind: "plain", sources: "", libraries: [], remappings }, []);
}

function readFiles(files: ProjectFiles, only?: string): SolidityProject {
  const settings = readSettings(files);
  const solidity = files.names.filter((name) => name.endsWith(".sol"));
  const isOwn = (name: string) =>
    only
      ? name === only
      : name.startsWith(settings.sources && `${settings.sources}/`) && !outsideSources.test(name);
  const own = solidity.filter(isOwn);
  const left = only ? 0 : solidity.length - own.length;
  if (own.length === 0) throw new UnreadableProjectError("There is no Solidity file to audit.");
  const where = settings.sources ? `, or outside of ${settings.sources}/` : "";
  const notAnalysed =
    left > 0
      ? [
          {
            what: `${left} other ${left === 1 ? "file" : "files"}`,
            reason: `tests, scripts and mocks${where}`,
          },
        ]
      : [];
  return collect(files, own, settings, notAnalysed);
}

function collect(
  files: ProjectFiles,
  ownFiles: readonly string[],
  { kind, libraries, remappings }: ProjectSettings,
  notAnalysed: readonly NotAnalysed[],
): SolidityProject {
  const resolver = new ImportResolver(files, libraries, remappings);
  const sources: Record<string, string> = {};
  const imported = new Map<string, string[]>();
  const replaced = new Set<string>();
  const waiting = ownFiles.map((name) => ({ name, text: files.read(name) ?? "" }));
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const { name, text } = file;
    if (Object.hasOwn(sources, name)) continue;
    sources[name] = text;
    const targets = readImports(text).flatMap((path) => {
      const found = resolver.resolve(name, path);
      if (found) waiting.push(found);
      else if (bundled.test(path)) replaced.add(path);
      return found ? [found.name] : [];
    });
    imported.set(name, targets);
  }
  const note = {
    what: `${replaced.size} imported files of OpenZeppelin`,
    reason: "the project does not have them, so the bundled release was used",
  };
  return {
    kind,
    ownFiles,
    sources,
    closures: new Map(ownFiles.map((name) => [name, closureOf(name, imported)])),
    remappings: resolver.remappings,
    notAnalysed: [...notAnalysed, ...(replaced.size > 0 ? [note] : [])],
  };
}

function closureOf(name: string, imported: ReadonlyMap<string, readonly string[]>): Set<string> {
  const closure = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (closure.has(next)) continue;
    closure.add(next);
    waiting.push(...(imported.get(next) ?? []));
  }
  return closure;
}
