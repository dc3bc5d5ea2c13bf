import type { Finding } from "../finding.ts";

export interface Suppression {
  rule: string;
  /** The line of code that it is about: the comment's own line, or the next one. */
  line: number;
  reason: string;
}

const marker = "mintwright-ignore";
const afterMarker = /^[ \t]+([a-z][a-z0-9-]{0,79})[ \t]*(?::(.*))?$/;

/** Reads `// mintwright-ignore RULE: reason`. A comment on its own line is about the next line. */
export function readSuppressions(source: string): Suppression[] {
  return source.split(/\r?\n/).flatMap((text, index) => {
    const at = text.indexOf(marker);
    const before = text.slice(0, Math.max(0, at)).trimEnd();
    if (!before.endsWith("//")) return [];
    const [, rule, reason = ""] = afterMarker.exec(text.slice(at + marker.length)) ?? [];
    if (rule === undefined) return [];
    const isAlone = before.trim() === "//";
    return [{ rule, line: index + (isAlone ? 2 : 1), reason: reason.trim() }];
  });
}

/** The suppression of a finding: for its rule, on one of its lines, with a reason. */
export function findSuppression(
  finding: Finding,
  suppressions: readonly Suppression[],
): Suppression | undefined {
  return suppressions.find(
    ({ rule, line, reason }) => rule === finding.rule && finding.lines.includes(line) && reason !== "",
  );
}
