import type { Chain } from "@mintwright/api-contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type AnswerOf, call } from "../api/call.ts";
import { operations } from "../api/operations.ts";
import { isFinal } from "./gallery-feed.ts";

const pollIntervalInMs = 3_000;

/** Collections, newest first. Polls while one is being generated. */
export const collectionsQuery = infiniteQueryOptions({
  queryKey: ["collections"],
  queryFn: ({ pageParam }) => call("GET /collections", { query: { cursor: pageParam } }),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.collections.some(({ status }) => !isFinal(status)))
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

/** The minting contract's interface, and where it is deployed. */
export type ContractInterface = AnswerOf<"GET /operations/nft/abi">;

export const contractQuery = queryOptions({
  queryKey: ["contract"],
  queryFn: () => call("GET /operations/nft/abi"),
  staleTime: Number.POSITIVE_INFINITY,
});
