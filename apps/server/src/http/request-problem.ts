/** More than any request needs. Serialising a few thousand levels as JSON would overflow the stack. */
const maxLevels = 100;
const maxNamedLevels = 10;
const maxListEntries = 10_000;
/** Twice the largest list of traits. Schemas take some microseconds for each value; numbers are cheap and not counted. */
const maxValues = 60_000;

export interface RequestProblem {
  path: string;
  message: string;
}

interface Found {
  /** Innermost first. */
  path: (string | number)[];
  problem: string;
}

/**
 * Finds text that PostgreSQL cannot store, in values and field names: NUL characters and lone surrogates. Also finds
 * nesting and lists larger than any request needs, before a schema spends time on them. Every request is checked here, so
 * that features need not.
 */
export function findRequestProblem(part: unknown, nameOfPart: string): RequestProblem | undefined {
  const found = search(part, maxLevels, { left: maxValues });
  if (!found) return undefined;
  const path = found.path.reverse().slice(0, maxNamedLevels).join(".");
  return { path, message: `${path || nameOfPart} ${found.problem}` };
}

function search(value: unknown, levels: number, values: { left: number }): Found | undefined {
  if (typeof value === "number" || typeof value === "boolean") return undefined;
  if (--values.left < 0) return refuse(`has more than ${maxValues} values`);
  if (typeof value === "string") return refuse(describe(value));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  if (levels === 0) return refuse(`must not be nested deeper than ${maxLevels} levels`);
  if (Array.isArray(value) && value.length > maxListEntries)
    return refuse(`must have at most ${maxListEntries} entries`);
  for (const [name, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const problem = typeof name === "string" ? describe(name) : undefined;
    if (problem) return refuse(`has a field whose name ${problem}`);
    const found = search(inner, levels - 1, values);
    if (found) {
      found.path.push(name);
      return found;
    }
  }
  return undefined;
}

function refuse(problem: string | undefined): Found | undefined {
  return problem === undefined ? undefined : { path: [], problem };
}

function describe(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL characters";
  if (!text.isWellFormed()) return "must be valid Unicode, without halves of surrogate pairs";
  return undefined;
}
