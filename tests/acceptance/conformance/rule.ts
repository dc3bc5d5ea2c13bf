type State = "built" | "planned";

/** One testable statement of the specification, with the id that tests put into their titles. */
export interface Rule {
  id: string;
  area: string;
  source: string;
  /** What the documents leave open or contradict; only on rules that a decision settles. */
  question?: string;
  text: string;
  state: State;
}

type Entry = readonly [id: string, state: State, source: string, text: string, question?: string];

/** Turns the entries of one area into rules, in the order given. */
export function area(name: string, entries: readonly Entry[]): Rule[] {
  return entries.map(([id, state, source, text, question]) => {
    const rule: Rule = { id, area: name, source, text, state };
    return question === undefined ? rule : { ...rule, question };
  });
}

/** Returns the rules unchanged, or throws when two of them carry the same id. */
export function withUniqueIds(rules: readonly Rule[]): readonly Rule[] {
  const seen = new Set<string>();
  for (const { id } of rules) {
    if (seen.has(id)) throw new Error(`two rules carry the id ${id}`);
    seen.add(id);
  }
  return rules;
}
