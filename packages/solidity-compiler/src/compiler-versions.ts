import { createRequire } from "node:module";
import semver from "semver";

/** The newest compiler, which is always installed. */
export const newestVersion = "0.8.37";

/** The compilers of each optional package, newest first. */
const optional = {
  "@mintwright/compilers-0.8": [
    ...(["0.8.30", "0.8.28", "0.8.26", "0.8.25", "0.8.24", "0.8.23"] as const),
    ...(["0.8.22", "0.8.20", "0.8.19", "0.8.17", "0.8.13", "0.8.9"] as const),
  ],
  "@mintwright/old-compilers": ["0.7.6", "0.6.12", "0.5.17", "0.4.26"],
} as const;

/** The known compiler versions, newest first. */
export const knownVersions = [newestVersion, ...Object.values(optional).flat()] as const;

export type KnownVersion = (typeof knownVersions)[number];

const own = createRequire(import.meta.url);

export function isKnown(version: string): version is KnownVersion {
  return knownVersions.some((known) => known === version);
}

/** Finds the file of a compiler. Returns undefined when it is not installed. */
export function findCompilerFile(version: KnownVersion): string | undefined {
  if (version === newestVersion) return own.resolve("solc/soljson.js");
  const [name] =
    Object.entries(optional).find(([, versions]) => versions.some((one) => one === version)) ?? [];
  try {
    return createRequire(own.resolve(`${name}/package.json`)).resolve(`solc-${version}/soljson.js`);
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

/**
 * Chooses the newest installed version that satisfies every pragma, or the closest one if none does. Code before 0.8 gets
 * a version of its own line even if that is not installed, because 0.8 cannot compile it.
 */
export function chooseVersion(
  sources: Record<string, string>,
  installed: readonly KnownVersion[] = listInstalledVersions(),
): KnownVersion {
  const ranges = Object.values(sources).flatMap((source) => readPragmas(source).map(({ range }) => range));
  const candidates = knownVersions.filter(
    (version) => installed.includes(version) || semver.lt(version, "0.8.0"),
  );
  return candidates.find((version) => satisfiesAll(version, ranges)) ?? findNearest(ranges, candidates);
}

/** Whether a version satisfies every pragma of the sources. */
export function isAskedFor(version: string, sources: Record<string, string>): boolean {
  return satisfiesAll(
    version,
    Object.values(sources).flatMap((source) => readPragmas(source).map(({ range }) => range)),
  );
}

function satisfiesAll(version: string, ranges: readonly string[]): boolean {
  return ranges.every((range) => semver.satisfies(version, range));
}

function findNearest(ranges: readonly string[], candidates: readonly KnownVersion[]): KnownVersion {
  const lowest = ranges.flatMap((range) => semver.minVersion(range) ?? []).sort(semver.rcompare)[0];
  if (!lowest) return newestVersion;
  const sameLine = candidates.filter((version) => semver.minor(version) === lowest.minor);
  return (
    sameLine.findLast((version) => semver.gte(version, lowest)) ??
    sameLine[0] ??
    candidates.findLast((version) => semver.gte(version, lowest)) ??
    newestVersion
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
