import { blankProse, hasSolidity } from "./solidity-text.ts";

/** The Solidity files in a question, by their given or generated names. */
export type ExtractedFiles = Record<string, string>;

// Each pattern is anchored at a line start or a quote and cannot match its parts in two ways, so matching is linear.
const fenceLine = /^[ \t]*(`{3,}|~{3,})([^\n]*)$/gm;
const fileMarker =
  /^[ \t/#=*`"-]{0,100}(?:(?:file(?:name)?|path)\b[ \t:`*"]{0,20})?([\w@.][\w@./-]{0,200}\.sol)\b[^\n]*$/gim;
const relativePath = /["'](\.{1,2}\/[^"'\n]{1,200}\.sol)["']/g;
/** A file name is searched in this many characters of the line before its code. */
const maxNameLineCharacters = 500;
const maxFiles = 100;

export class TooManyFilesError extends Error {
  override readonly name = "TooManyFilesError";

  constructor() {
    super(
      `The question holds more than ${maxFiles} Solidity files. An audit takes at most ${maxFiles} files.`,
    );
  }
}

/** Extracts the code from a question: fenced or not, one file or several, with prose around it. */
export function extractCode(question: string): ExtractedFiles | undefined {
  const text = question.replaceAll("\r\n", "\n");
  const fenced = readFences(text);
  const files = Object.keys(fenced).length > 0 ? fenced : readBare(text);
  return Object.keys(files).length > 0 ? files : undefined;
}

function readFences(text: string): ExtractedFiles {
  const files: ExtractedFiles = {};
  let open: { mark: string; name: string | undefined; start: number } | undefined;
  let end = 0;
  const add = (to: number) => {
    const code = text.slice(open?.start, to);
    if (hasSolidity(code)) addFile(files, open?.name, code);
  };
  for (const { 0: line, 1: mark = "", 2: rest = "", index } of text.matchAll(fenceLine)) {
    if (!open) {
      const before = text.slice(end, index).trimEnd();
      const name = nameIn(rest) ?? nameIn(before.slice(before.lastIndexOf("\n") + 1));
      open = { mark, name, start: index + line.length + 1 };
    } else if (mark.startsWith(open.mark) && /^[`~]*[ \t]*$/.test(rest)) {
      add(index);
      open = undefined;
      end = index + line.length;
    }
  }
  if (open) add(text.length);
  return files;
}

function nameIn(line: string): string | undefined {
  const words = line.slice(-maxNameLineCharacters).match(/[\w@./-]+/g) ?? [];
  return words.map((word) => /^(.+\.sol)\b/i.exec(word)?.[1]).find((name) => name !== undefined);
}

/** Without fences, lines keep their numbers: prose between the code is blanked out, not removed. */
function readBare(text: string): ExtractedFiles {
  if (!hasSolidity(text)) return {};
  const parts = splitAtMarkers(text);
  const files: ExtractedFiles = {};
  for (const { name, code } of parts) if (hasSolidity(code)) addFile(files, name, blankProse(code));
  return files;
}

/** Markers split the text only if the parts import each other: in a flattened file they are just comments. */
function splitAtMarkers(text: string): { name?: string; code: string }[] {
  const imports = [...text.matchAll(relativePath)].map(({ 1: path = "" }) => path.split("/").at(-1));
  const markers = imports.length > 0 ? [...text.matchAll(fileMarker)] : [];
  const names = new Set(markers.map(({ 1: name = "" }) => name.split("/").at(-1)));
  if (markers.length < 2 || !imports.some((name) => names.has(name))) return [{ code: text }];
  return markers.map((marker, position) => ({
    name: marker[1] ?? "",
    code: text.slice(marker.index + marker[0].length + 1, markers[position + 1]?.index),
  }));
}

/** Sanitises names: relative, without `..`, and only with characters that are common in file names. */
function addFile(files: ExtractedFiles, given: string | undefined, code: string): void {
  if (Object.keys(files).length === maxFiles) throw new TooManyFilesError();
  const parts = (given ?? "")
    .split("/")
    .filter((part) => /^@?[\w-][\w.-]*$/.test(part) && part !== "..")
    .slice(-12);
  let name = parts.join("/");
  if (!name.endsWith(".sol") || name.length > 120) name = "contract.sol";
  for (let number = 2; name in files; number++) name = name.replace(/(-\d+)?\.sol$/, `-${number}.sol`);
  files[name] = code;
}
