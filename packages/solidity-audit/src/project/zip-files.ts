import { unzipSync } from "fflate";
import { isProjectFile, type ProjectFiles, UnreadableProjectError } from "./project-files.ts";

const maxFiles = 20_000;
const maxBytes = 64_000_000;
const dependencyFolder = /(?:^|\/)(?:node_modules|lib|out|cache|artifacts|broadcast)\//;

/** The files of a zip archive, unpacked in memory. Other files than Solidity and settings are not unpacked. */
export function openZip(archive: Uint8Array): ProjectFiles {
  const contents = unpack(archive);
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

function unpack(archive: Uint8Array): Map<string, Uint8Array> {
  let files = 0;
  let bytes = 0;
  try {
    const unpacked = unzipSync(archive, {
      filter({ name, originalSize }) {
        if (!isProjectFile(name) || name.startsWith("__MACOSX/")) return false;
        files++;
        bytes += originalSize;
        if (files > maxFiles || bytes > maxBytes)
          throw new UnreadableProjectError(
            `The zip has more than ${maxFiles} Solidity files or ${maxBytes / 1_000_000} MB of them.`,
          );
        return true;
      },
    });
    return new Map(Object.entries(unpacked));
  } catch (error) {
    if (error instanceof UnreadableProjectError) throw error;
    throw new UnreadableProjectError("The file is not a zip archive, or it is damaged.", { cause: error });
  }
}

/** Archives of GitHub wrap everything in one folder. */
function commonFolder(names: readonly string[]): string {
  const first = names[0]?.slice(0, (names[0]?.indexOf("/") ?? -1) + 1) ?? "";
  return first && names.every((name) => name.startsWith(first)) && !/^(src|contracts)\/$/.test(first)
    ? first
    : "";
}
