/** The URL parameters of the news page. */
export interface NewsSearch {
  category?: number | undefined;
  network?: number | undefined;
  token?: number | undefined;
  words?: string | undefined;
  /** Only articles of the last `days` days. */
  days?: number | undefined;
  order?: "oldest" | undefined;
}

const toId = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;

/** Parses the URL parameters and drops invalid values. The router parses a search for 2026 as a number. */
export function readNewsSearch(search: Record<string, unknown>): NewsSearch {
  const words = ["string", "number"].includes(typeof search.words) ? String(search.words).trim() : "";
  const days = toId(search.days);
  return {
    category: toId(search.category),
    network: toId(search.network),
    token: toId(search.token),
    words: words === "" ? undefined : words.slice(0, 200),
    days: days && days <= 3_650 ? days : undefined,
    order: search.order === "oldest" ? "oldest" : undefined,
  };
}
