import {
  type NewsFilter,
  newsCategories,
  newsNetworks,
  newsTokens,
  toCanonicalNetworkId,
} from "@mintwright/api-contract";
import { readWordQuery, type WordQuery } from "./search-words.ts";

/** The id columns that have an index. */
export const idColumns = ["category_id", "network_id", "token_id"] as const;
export type IdColumn = (typeof idColumns)[number];

/** More index scans than this cost more than filtering one longer scan. */
const maxWalks = 64;

const sizes: Record<IdColumn, number> = {
  category_id: newsCategories.length,
  network_id: new Set(newsNetworks.map(({ canonicalId }) => canonicalId)).size,
  token_id: newsTokens.length,
};

export interface NewsSelection {
  /** One index scan for each combination of ids; a single unrestricted one when no id is given. */
  walks: Partial<Record<IdColumn, number>>[];
  /** Lists too long for scans of their own: most articles match them, so they are checked during the scan. */
  checked: Partial<Record<IdColumn, number[]>>;
  ids: Partial<Record<IdColumn, number[]>>;
  publishedSince: Date | undefined;
  wordQuery: WordQuery | undefined;
}

/** Plans how a filter is executed: the shortest lists become index scans, up to a maximum. */
export function selectNews(filter: NewsFilter): NewsSelection {
  const ids: NewsSelection["ids"] = {};
  if (filter.categoryId) ids.category_id = [...new Set(filter.categoryId)];
  if (filter.subCategoryId) ids.network_id = [...new Set(filter.subCategoryId.map(toCanonicalNetworkId))];
  if (filter.tokenId) ids.token_id = [...new Set(filter.tokenId)];
  let walks: NewsSelection["walks"] = [{}];
  const checked: NewsSelection["checked"] = {};
  const shortestFirst = idColumns
    .flatMap((column) => (ids[column] ? [{ column, list: ids[column] }] : []))
    .sort((a, b) => a.list.length / sizes[a.column] - b.list.length / sizes[b.column]);
  for (const { column, list } of shortestFirst) {
    if (walks.length * list.length > maxWalks) checked[column] = list;
    else walks = walks.flatMap((walk) => list.map((id) => ({ ...walk, [column]: id })));
  }
  return {
    walks,
    checked,
    ids,
    publishedSince: filter.fetchAfter && new Date(Math.max(0, filter.fetchAfter.getTime())),
    wordQuery: filter.searchQuery ? readWordQuery(filter.searchQuery) : undefined,
  };
}
