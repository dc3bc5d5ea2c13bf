import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type AnswerOf, call, urlOf } from "../api/call.ts";
import { type LibrarySearch, toFilter } from "./library-search.ts";

/** A stored result, as the API returns it. */
export type Item = AnswerOf<"GET /operations/library/{itemId}">["data"];

export const libraryKey = ["library"] as const;
const itemsPerPage = 24;

export const libraryQuery = (search: LibrarySearch) =>
  infiniteQueryOptions({
    queryKey: [...libraryKey, "list", toFilter(search)],
    queryFn: async ({ pageParam }) => {
      const query = { ...toFilter(search), limit: itemsPerPage, cursor: pageParam };
      return (await call("GET /operations/library", { query })).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** The newest items of one kind, for the playground and the home page. */
export const newestQuery = (kind: Item["kind"], limit: number) =>
  queryOptions({
    queryKey: [...libraryKey, "newest", kind, limit],
    queryFn: async () => (await call("GET /operations/library", { query: { kind, limit } })).data.items,
  });

/** The newest items of all kinds, for the home page. */
export const recentQuery = queryOptions({
  queryKey: [...libraryKey, "recent"],
  queryFn: async () => (await call("GET /operations/library", { query: { limit: 8 } })).data.items,
});

export const itemQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...libraryKey, "item", itemId],
    queryFn: async () => (await call("GET /operations/library/{itemId}", { params: { itemId } })).data,
  });

/** The file of a contract or an audit. Files never change. */
export const contentQuery = <Content>(url: string) =>
  queryOptions({
    queryKey: ["file", url],
    queryFn: async (): Promise<Content> => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error("This file could not be loaded. Try again.");
      return answer.json();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const fileUrlOf = (itemId: string) =>
  urlOf("GET /operations/library/{itemId}/file", { params: { itemId } });

export const thumbnailUrlOf = (itemId: string) =>
  urlOf("GET /operations/library/{itemId}/thumbnail", { params: { itemId } });

export const kindNames = {
  image: "Image",
  contract: "Contract",
  audit: "Audit",
  deployment: "Deployment",
} as const;
