import { blankProse, hasSolidity } from "./solidity-text.ts";

/** The Solidity files inside a question, by the names they were given or that they get here. */
export type ExtractedFiles = Record<string, string>;

// Each pattern begins at the start of a line or at a quote and cannot match its parts in two ways: the time is linear.
const fenceLine = /^[ \t]*(`{3,}|~{3,})([^\n]*)$/gm;
const fileMarker =
  /^[ \t/#=*`"-]{0,100}(?:(?:file(?:name)?|path)\b[ \t:`*"]{0,20})?([\w@.][\w@./-]{0,200}\.sol)\b[^\n]*$/gim;
const relativePath = /["'](\.{1,2}\/[^"'\n]{1,200}\.sol)["']/g;
/** The name of a file is looked for in this much of the line before its code. */
const maxNameLineCharacters = 500;
const maxFiles = 100;

/** The text holds more files than one audit takes. */
export class TooManyFilesError extends Error {
  override readonly name = "TooManyFilesError";

  constructor() {
    super(
      `The question holds more than ${maxFiles} Solidity files. An audit takes at most ${maxFiles} files.`,
    );
  }
}

/** Takes the code out of a question: fenced, bare, one file or several, with whatever is written around it. */
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

/** Without fences the lines keep their numbers: prose between the parts of the code is blanked out, not cut out. */
function readBare(text: string): ExtractedFiles {
  if (!hasSolidity(text)) return {};
  const parts = splitAtMarkers(text);
  const files: ExtractedFiles = {};
  for (const { name, code } of parts) if (hasSolidity(code)) addFile(files, name, blankProse(code));
  return files;
}

/** Markers split the text only when the parts import each other: a flattened file carries them as mere comments. */
function splitAtMarkers(text: string): { name?: string; code: string }[] {
  const markers = [...text.matchAll(fileMarker)];
  const names = new Set(markers.map(({ 1: name = "" }) => name.split("/").at(-1)));
  const imports = [...text.matchAll(relativePath)].map(({ 1: path = "" }) => path.split("/").at(-1));
  if (markers.length < 2 || !imports.some((name) => names.has(name))) return [{ code: text }];
  return markers.map((marker, position) => ({
    name: marker[1] ?? "",
    code: text.slice(marker.index + marker[0].length + 1, markers[position + 1]?.index),
  }));
}

/** Names are made harmless: nothing absolute, no way up, only what file names are made of. */
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
