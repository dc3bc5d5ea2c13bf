/** More than any request of the API has; writing a body of some thousand levels as JSON exhausts the stack. */
const maxLevels = 100;
const maxNamedLevels = 10;
/** Every token of the largest collection. */
const maxListEntries = 10_000;
/** Twice what the largest list of traits has; schemas take some microseconds for each. Numbers are cheap. */
const maxValues = 60_000;

/** A place in a request that cannot be accepted, whatever its schema says. */
export interface RequestProblem {
  path: string;
  message: string;
}

interface Found {
  /** From the inside out. */
  path: (string | number)[];
  problem: string;
}

/**
 * Finds text that PostgreSQL cannot store, in values and in the names of fields: NUL characters and halves of surrogate
 * pairs. Also finds nesting and lists beyond what any request needs, before a schema spends its time on them. Every
 * request is checked here, so that no feature has to.
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
  // Uploads arrive as bytes.
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
