import type { Chain } from "@mintwright/api-contract";
import type { CollectionDetail, CoveredCollection } from "@mintwright/api-contract/dashboard";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { operations } from "../api/operations.ts";
import { isFinal } from "./gallery-feed.ts";

const lookAgainInMs = 3_000;

/** The account's collections, newest first; while one is being made the list stays fresh. */
export const collectionsQuery = infiniteQueryOptions({
  queryKey: ["collections"],
  queryFn: ({ pageParam }) =>
    call<{ collections: CoveredCollection[]; nextCursor: string | null }>(
      "GET",
      `/collections${pageParam && `?cursor=${pageParam}`}`,
    ),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.collections.some(({ status }) => !isFinal(status)))
      ? lookAgainInMs
      : false,
});

/** One collection. */
export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collections", collectionId],
    queryFn: () => call<CollectionDetail>("GET", `/collections/${encodeURIComponent(collectionId)}`),
  });

/** Every chain that a collection can be made for. */
export const chainsQuery = queryOptions({
  queryKey: ["chains"],
  queryFn: (): Promise<Chain[]> => operations.chains.list({ testNet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The contract's interface as viem takes it, and where it is deployed. */
export interface ContractInterface {
  abi: readonly unknown[];
  contracts: { chainId: number; address: `0x${string}` }[];
}

/** The interface of the minting contract. */
export const contractQuery = queryOptions({
  queryKey: ["contract"],
  queryFn: () => call<ContractInterface>("GET", "/operations/nft/abi"),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The styles that are known by name. */
export const stylesQuery = queryOptions({
  queryKey: ["styles"],
  queryFn: () => call<{ styles: { name: string; description: string }[] }>("GET", "/operations/nft/styles"),
  staleTime: Number.POSITIVE_INFINITY,
});
