import {
  type CollectionOrder,
  type CollectionState,
  collectionOrders,
  collectionStates,
} from "@mintwright/api-contract/list-values";

/** The URL parameters of the collections page. */
export interface CollectionsSearch {
  words?: string | undefined;
  status?: CollectionState | undefined;
  sort?: CollectionOrder | undefined;
}

export function readCollectionsSearch({ words, status, sort }: Record<string, unknown>): CollectionsSearch {
  const isText = ["string", "number"].includes(typeof words) && words !== "";
  return {
    words: isText ? String(words).slice(0, 200) : undefined,
    status: collectionStates.find((each) => each === status),
    sort: collectionOrders.find((each) => each === sort && each !== "newest"),
  };
}
