import { createRequire } from "node:module";
import semver from "semver";

/** The known compiler versions, newest first. All but the newest are in the optional package of old compilers. */
export const knownVersions = ["0.8.37", "0.7.6", "0.6.12", "0.5.17", "0.4.26"] as const;

export type KnownVersion = (typeof knownVersions)[number];

const oldCompilers = "@mintwright/old-compilers";
const own = createRequire(import.meta.url);

export function isKnown(version: string): version is KnownVersion {
  return knownVersions.some((known) => known === version);
}

/** Finds the file of a compiler. Returns undefined when it is not installed. */
export function findCompilerFile(version: KnownVersion): string | undefined {
  if (version === knownVersions[0]) return own.resolve("solc/soljson.js");
  try {
    return createRequire(own.resolve(`${oldCompilers}/package.json`)).resolve(`solc-${version}/soljson.js`);
  } catch {
    return undefined;
  }
}

/** Lists the installed compiler versions, newest first. */
export function listInstalledVersions(): KnownVersion[] {
  return knownVersions.filter((version) => findCompilerFile(version) !== undefined);
}

// Unclosed comments and strings match to the end of the text, so that a file of opening brackets is scanned in linear
// time.
const commentsAndStrings =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;
const pragma = /\bpragma\s+solidity\b([^;]{0,200});/g;

interface Pragma {
  start: number;
  end: number;
  range: string;
}

function readPragmas(source: string): Pragma[] {
  const code = source.replaceAll(commentsAndStrings, (text) => " ".repeat(text.length));
  return Array.from(code.matchAll(pragma), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    range: (match[1] ?? "").trim(),
  })).filter(({ range }) => semver.validRange(range) !== null);
}

/** Chooses the newest known version that satisfies every pragma, or the closest one if none does. */
export function chooseVersion(sources: Record<string, string>): KnownVersion {
  const ranges = Object.values(sources).flatMap((source) => readPragmas(source).map(({ range }) => range));
  return (
    knownVersions.find((version) => ranges.every((range) => semver.satisfies(version, range))) ??
    findNearest(ranges)
  );
}

function findNearest(ranges: string[]): KnownVersion {
  const lowest = ranges.flatMap((range) => semver.minVersion(range) ?? []).sort(semver.rcompare)[0];
  if (!lowest) return knownVersions[0];
  return (
    knownVersions.find((version) => semver.minor(version) === lowest.minor) ??
    knownVersions.findLast((version) => semver.gte(version, lowest)) ??
    knownVersions[0]
  );
}

/**
 * Blanks out the pragmas that a version does not satisfy, so that the version compiles the file anyway. Every other
 * character keeps its position, because findings refer to lines of the original file.
 */
export function blankRefusingPragmas(source: string, version: KnownVersion): string {
  let text = source;
  for (const { start, end, range } of readPragmas(source)) {
    if (semver.satisfies(version, range)) continue;
    text = text.slice(0, start) + text.slice(start, end).replaceAll(/[^\r\n]/g, " ") + text.slice(end);
  }
  return text;
}
