import { dirname, posix } from "node:path";
import type { ProjectFiles } from "./project-files.ts";

interface Remapping {
  context: string;
  prefix: string;
  target: string;
}

/** Resolves imports as solc does, and finds the remappings that Foundry would infer from the folders of libraries. */
export class ImportResolver {
  readonly #files: ProjectFiles;
  readonly #libraries: readonly string[];
  readonly #remappings: Remapping[];

  constructor(files: ProjectFiles, libraries: readonly string[], remappings: readonly string[]) {
    this.#files = files;
    this.#libraries = libraries;
    this.#remappings = remappings.flatMap((line) => parseRemapping(line) ?? []);
  }

  /** The remappings as solc reads them, with the inferred ones. */
  get remappings(): string[] {
    return this.#remappings.map(
      ({ context, prefix, target }) => `${context && `${context}:`}${prefix}=${target}`,
    );
  }

  /** The name and text of an imported file. Undefined if the project does not have it. */
  resolve(importer: string, path: string): { name: string; text: string } | undefined {
    const isRelative = path.startsWith("./") || path.startsWith("../");
    const wanted = isRelative ? posix.join(dirname(importer), path) : path;
    const name = this.#remap(importer, wanted);
    const text = name.startsWith("..") || name.startsWith("/") ? undefined : this.#files.read(name);
    if (text !== undefined) return { name, text };
    return isRelative ? undefined : this.#infer(importer, path);
  }

  #remap(importer: string, path: string): string {
    const fitting = this.#remappings
      .filter(({ context, prefix }) => importer.startsWith(context) && path.startsWith(prefix))
      .sort((a, b) => b.context.length - a.context.length || b.prefix.length - a.prefix.length)[0];
    return fitting ? posix.normalize(fitting.target + path.slice(fitting.prefix.length)) : path;
  }

  /** `solmate/tokens/ERC20.sol` is `lib/solmate/src/tokens/ERC20.sol` if that exists. */
  #infer(importer: string, path: string): { name: string; text: string } | undefined {
    const [first = "", second = ""] = path.split("/");
    const isOpenZeppelin = first === "@openzeppelin" && second.startsWith("contracts");
    const prefix = isOpenZeppelin ? `${first}/${second}/` : `${first}/`;
    const library = isOpenZeppelin ? `openzeppelin-${second}` : first.replace(/^@/, "");
    const roots = [
      ...this.#libraries.flatMap((folder) => nestedLibraries(folder, importer)),
      ...this.#libraries,
    ];
    for (const root of roots) {
      for (const below of isOpenZeppelin ? ["contracts/"] : ["src/", "contracts/", ""]) {
        const target = `${root}/${library}/${below}`;
        const name = target + path.slice(prefix.length);
        const text = this.#files.read(name);
        if (text === undefined) continue;
        const context = this.#libraries.includes(root) ? "" : root.slice(0, -"lib".length);
        this.#remappings.push({ context, prefix, target });
        return { name, text };
      }
    }
    return undefined;
  }
}

function parseRemapping(line: string): Remapping | undefined {
  const equals = line.indexOf("=");
  if (equals < 1) return undefined;
  const [left, target] = [line.slice(0, equals), line.slice(equals + 1).replace(/^\.\//, "")];
  const colon = left.indexOf(":");
  return { context: left.slice(0, Math.max(0, colon)), prefix: left.slice(colon + 1), target };
}

/** A library's own dependencies: `lib/solmate/lib` for a file in `lib/solmate`. */
function nestedLibraries(folder: string, importer: string): string[] {
  if (!importer.startsWith(`${folder}/`)) return [];
  const [library] = importer.slice(folder.length + 1).split("/");
  return [`${folder}/${library}/lib`];
}

const imports =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bimport\b[^;"']*(?:["']([^"'\n]{1,300})["'])?|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;

/** The paths that a file imports. */
export function readImports(source: string): string[] {
  return Array.from(source.matchAll(imports), ({ 1: path }) => path).filter((path) => path !== undefined);
}
