/** More than any request of the API has; writing a body of some thousand levels as JSON exhausts the stack. */
const maxLevels = 100;
const maxNamedLevels = 10;

/** A place in a request that cannot be accepted, whatever its schema says. */
export interface TextProblem {
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
 * pairs. Every request is checked here, so that no feature has to.
 */
export function findTextProblem(part: unknown, nameOfPart: string): TextProblem | undefined {
  const found = search(part, maxLevels);
  if (!found) return undefined;
  const path = found.path.reverse().slice(0, maxNamedLevels).join(".");
  return { path, message: `${path || nameOfPart} ${found.problem}` };
}

function search(value: unknown, levels: number): Found | undefined {
  if (typeof value === "string") {
    const problem = describe(value);
    return problem ? { path: [], problem } : undefined;
  }
  // Uploads arrive as bytes.
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  if (levels === 0) return { path: [], problem: `must not be nested deeper than ${maxLevels} levels` };
  for (const [name, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof name === "string") {
      const unreadable = describe(name);
      if (unreadable) return { path: [], problem: `has a field whose name ${unreadable}` };
    }
    const found = search(inner, levels - 1);
    if (found) {
      found.path.push(name);
      return found;
    }
  }
  return undefined;
}

function describe(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL characters";
  if (!text.isWellFormed()) return "must be valid Unicode, without halves of surrogate pairs";
  return undefined;
}
