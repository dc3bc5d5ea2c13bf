/** What the address of the conversations says. */
export interface HistorySearch {
  /** Words to look for. */
  words?: string | undefined;
  /** Only conversations of this key. */
  of?: string | undefined;
  /** The key of the conversation that is open, */
  key?: string | undefined;
  /** and its session; left out for what was asked without one. */
  session?: string | undefined;
  /** Where in the conversation to begin; left out for its newest end. */
  from?: string | undefined;
}

const toText = (value: unknown) =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "" ? String(value) : undefined;

/** Reads the address; a session called 7 arrives as a number. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  return {
    words: toText(search.words)?.slice(0, 200),
    of: toText(search.of),
    key: toText(search.key),
    session: toText(search.session),
    from: toText(search.from),
  };
}
