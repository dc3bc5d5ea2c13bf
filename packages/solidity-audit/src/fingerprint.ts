import { createHash } from "node:crypto";
import type { Finding } from "./finding.ts";

type Identified = Pick<Finding, "rule" | "subject" | "quote">;

const word = /[A-Za-z_$][\w$]*/g;

/**
 * Identifies findings across versions of the code. A fingerprint depends on the rule, the function and the shape of the
 * quoted line, so it survives moved lines, moved files and renamed variables. Equal ones are numbered in their order.
 */
export function fingerprintsOf(findings: readonly Identified[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, subject, quote }) => {
    const base = `${rule}\0${subject}\0${shapeOf(quote)}`;
    const number = (seen.get(base) ?? 0) + 1;
    seen.set(base, number);
    return createHash("sha256").update(`${base}\0${number}`).digest("hex").slice(0, 32);
  });
}

/** Replaces each name by the position of its first use: `a = b + a` and `x = y + x` have the same shape. */
function shapeOf(code: string): string {
  const names = new Map<string, string>();
  const [statement = ""] = code.split("//", 1);
  const named = statement.replaceAll(word, (name) => {
    const known = names.get(name) ?? `$${names.size}`;
    names.set(name, known);
    return known;
  });
  return named.replaceAll(/\s+/g, "");
}
