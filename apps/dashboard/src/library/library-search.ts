import { type LibraryKind, libraryKinds } from "@mintwright/api-contract/list-values";

/** The URL parameters of the library page. */
export interface LibrarySearch {
  words?: string | undefined;
  kind?: LibraryKind | undefined;
  key?: string | undefined;
  model?: string | undefined;
  /** The number of days to show. */
  days?: number | undefined;
  favourites?: true | undefined;
  /** `list` shows rows instead of tiles. */
  view?: "list" | undefined;
}

const toText = (value: unknown) =>
  ["string", "number"].includes(typeof value) && value !== "" ? String(value) : undefined;

export function readLibrarySearch(search: Record<string, unknown>): LibrarySearch {
  return {
    words: toText(search.words)?.slice(0, 200),
    kind: libraryKinds.find((kind) => kind === search.kind),
    key: toText(search.key),
    model: toText(search.model),
    days: [1, 7, 30, 90].find((days) => days === Number(search.days)),
    favourites: search.favourites === true ? true : undefined,
    view: search.view === "list" ? "list" : undefined,
  };
}

const dayInMs = 86_400_000;

/** Converts the URL parameters to the filter of the API. */
export function toFilter({ words, kind, key, model, days, favourites }: LibrarySearch) {
  return {
    search: words,
    kind,
    keyId: key,
    model,
    from: days ? new Date(Date.now() - (days - 1) * dayInMs).toISOString().slice(0, 10) : undefined,
    favourite: favourites && ("true" as const),
  };
}
