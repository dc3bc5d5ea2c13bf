import type { ProjectFiles } from "./project-files.ts";
import { type ArchiveLimits, readArchive } from "./read-archive.ts";

const defaultLimits: ArchiveLimits = { files: 20_000, bytes: 64_000_000 };
const dependencyFolder = /(?:^|\/)(?:node_modules|lib|out|cache|artifacts|broadcast)\//;

/** The files of a zip archive, unpacked in memory. Other files than Solidity and settings are not unpacked. */
export function openZip(archive: Uint8Array, limits: ArchiveLimits = defaultLimits): ProjectFiles {
  const contents = readArchive(archive, limits);
  const shared = commonFolder([...contents.keys()]);
  const files = new Map(Array.from(contents, ([name, bytes]) => [name.slice(shared.length), bytes]));
  const names = [...files.keys()];
  return {
    names: names.filter((name) => !dependencyFolder.test(name)),
    read(name) {
      const bytes = files.get(name) ?? files.get(`node_modules/${name}`);
      return bytes && new TextDecoder().decode(bytes);
    },
    hasFolder: (folder) => names.some((name) => name.startsWith(`${folder}/`)),
  };
}

/** Archives of GitHub wrap everything in one folder. */
function commonFolder(names: readonly string[]): string {
  const first = names[0]?.slice(0, (names[0]?.indexOf("/") ?? -1) + 1) ?? "";
  return first && names.every((name) => name.startsWith(first)) && !/^(src|contracts)\/$/.test(first)
    ? first
    : "";
}
