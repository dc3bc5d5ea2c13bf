import { blankProse, hasSolidity } from "./solidity-text.ts";

/** The Solidity files inside a question, by the names they were given or that they get here. */
export type ExtractedFiles = Record<string, string>;

const fence = /^([ \t]*)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)(?:^[ \t]*\2[`~]*[ \t]*$|(?![\s\S]))/gm;
const fileMarker =
  /^[ \t]*(?:\/\/|#+|=+|-+|\*+)?[ \t]*(?:file(?:name)?|path)?[ \t]*:?[ \t]*[`*"]*([\w@./-]+\.sol)\b[^\n]*$/gim;
const relativeImport = /\bimport\b[^;]*["'](\.{1,2}\/[^"']+\.sol)["']/g;

/** Takes the code out of a question: fenced, bare, one file or several, with whatever is written around it. */
export function extractCode(question: string): ExtractedFiles | undefined {
  const text = question.replaceAll("\r\n", "\n").replaceAll("\0", " ");
  const fenced = readFences(text);
  const files = Object.keys(fenced).length > 0 ? fenced : readBare(text);
  return Object.keys(files).length > 0 ? files : undefined;
}

function readFences(text: string): ExtractedFiles {
  const files: ExtractedFiles = {};
  let end = 0;
  for (const match of text.matchAll(fence)) {
    const [whole, , , info = "", body = ""] = match;
    const before = text.slice(end, match.index).trimEnd().split("\n").at(-1) ?? "";
    end = match.index + whole.length;
    if (!hasSolidity(body)) continue;
    addFile(files, nameIn(info) ?? nameIn(before), body);
  }
  return files;
}

function nameIn(line: string): string | undefined {
  return /([\w@./-]+\.sol)\b/i.exec(line)?.[1];
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
  const names = markers.map(({ 1: name = "" }) => name.split("/").at(-1));
  const imports = [...text.matchAll(relativeImport)].map(({ 1: path = "" }) => path.split("/").at(-1));
  if (markers.length < 2 || !imports.some((name) => names.includes(name))) return [{ code: text }];
  return markers.map((marker, position) => ({
    name: marker[1] ?? "",
    code: text.slice(marker.index + marker[0].length + 1, markers[position + 1]?.index),
  }));
}

/** Names are made harmless: nothing absolute, no way up, only what file names are made of. */
function addFile(files: ExtractedFiles, given: string | undefined, code: string): void {
  const parts = (given ?? "")
    .split("/")
    .filter((part) => /^@?[\w-][\w.-]*$/.test(part) && part !== "..")
    .slice(-12);
  let name = parts.join("/");
  if (!name.endsWith(".sol") || name.length > 120) name = "contract.sol";
  for (let number = 2; name in files; number++) name = name.replace(/(-\d+)?\.sol$/, `-${number}.sol`);
  files[name] = code;
}
