import semver from "semver";

/** Newest first. */
const packageByVersion = {
  "0.8.37": "solc",
  "0.7.6": "solc-0.7.6",
  "0.6.12": "solc-0.6.12",
  "0.5.17": "solc-0.5.17",
  "0.4.26": "solc-0.4.26",
} as const;

export type BundledVersion = keyof typeof packageByVersion;

/** The bundled compiler versions, newest first. */
export const bundledVersions = Object.keys(packageByVersion) as [BundledVersion, ...BundledVersion[]];

export function isBundled(version: string): version is BundledVersion {
  return Object.hasOwn(packageByVersion, version);
}

export function getCompilerPackage(version: BundledVersion): string {
  return packageByVersion[version];
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

/** Chooses the newest bundled version that satisfies every pragma, or the closest one if none does. */
export function chooseVersion(sources: Record<string, string>): BundledVersion {
  const ranges = Object.values(sources).flatMap((source) => readPragmas(source).map(({ range }) => range));
  return (
    bundledVersions.find((version) => ranges.every((range) => semver.satisfies(version, range))) ??
    findNearest(ranges)
  );
}

function findNearest(ranges: string[]): BundledVersion {
  const lowest = ranges.flatMap((range) => semver.minVersion(range) ?? []).sort(semver.rcompare)[0];
  if (!lowest) return bundledVersions[0];
  return (
    bundledVersions.find((version) => semver.minor(version) === lowest.minor) ??
    bundledVersions.findLast((version) => semver.gte(version, lowest)) ??
    bundledVersions[0]
  );
}

/**
 * Blanks out the pragmas that a version does not satisfy, so that the version compiles the file anyway. Every other
 * character keeps its position, because findings refer to lines of the original file.
 */
export function blankRefusingPragmas(source: string, version: BundledVersion): string {
  let text = source;
  for (const { start, end, range } of readPragmas(source)) {
    if (semver.satisfies(version, range)) continue;
    text = text.slice(0, start) + text.slice(start, end).replaceAll(/[^\r\n]/g, " ") + text.slice(end);
  }
  return text;
}
