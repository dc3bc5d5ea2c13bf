/** The URL parameters of the conversations page. */
export interface HistorySearch {
  /** The search text. */
  words?: string | undefined;
  /** Shows only conversations of this key. */
  of?: string | undefined;
  /** The key of the open conversation. */
  key?: string | undefined;
  /** The session ID of the open conversation; undefined for requests without one. */
  session?: string | undefined;
  /** The cursor to read backwards from; undefined for the newest message. */
  from?: string | undefined;
}

const toText = (value: unknown) =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "" ? String(value) : undefined;

/** Parses the URL parameters. The router parses a session ID such as 7 as a number. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  return {
    words: toText(search.words)?.slice(0, 200),
    of: toText(search.of),
    key: toText(search.key),
    session: toText(search.session),
    from: toText(search.from),
  };
}
