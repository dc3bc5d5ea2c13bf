import type { Chain } from "@mintwright/api-contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AnswerOf, call } from "../api/call.ts";
import { operations } from "../api/operations.ts";
import type { CollectionsSearch } from "./collections-search.ts";
import { isFinal } from "./gallery-feed.ts";

const pollIntervalInMs = 3_000;

/** Collections. Polls while one is being generated. */
export const collectionsQuery = ({ words, status, sort }: CollectionsSearch) =>
  infiniteQueryOptions({
    queryKey: ["collections", "list", { words, status, sort }],
    queryFn: ({ pageParam }) =>
      call("GET /collections", { query: { cursor: pageParam, search: words, status, sort } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.collections.some((each) => !isFinal(each.status)))
        ? pollIntervalInMs
        : false,
  });

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collections", collectionId],
    queryFn: () => call("GET /collections/{collectionId}", { params: { collectionId } }),
  });

export const chainsQuery = queryOptions({
  queryKey: ["chains"],
  queryFn: (): Promise<Chain[]> => operations.chains.list({ testNet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Tokens that the service mints. Polls while one of them is open. */
export const serviceMintsQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collections", collectionId, "service-mints"],
    queryFn: () => call("GET /collections/{collectionId}/service-mints", { params: { collectionId } }),
    refetchInterval: ({ state }) =>
      state.data?.tokens.some((token) => token.state === "queued" || token.state === "signed")
        ? pollIntervalInMs
        : false,
  });

/** Tokens minted with the owner's wallet. Polls while a transaction is not mined. */
export const walletMintsQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collections", collectionId, "wallet-mints"],
    queryFn: () => call("GET /collections/{collectionId}/wallet-mints", { params: { collectionId } }),
    refetchInterval: ({ state }) =>
      state.data?.tokens.some(({ tokenId }) => tokenId === null) ? pollIntervalInMs : false,
  });

/** The minting contract's interface, and where it is deployed. */
export type ContractInterface = AnswerOf<"GET /operations/nft/abi">;

export const contractQuery = queryOptions({
  queryKey: ["contract"],
  queryFn: () => call("GET /operations/nft/abi"),
  staleTime: Number.POSITIVE_INFINITY,
});
