import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** The prefix of every query of conversations: invalidate it after one is deleted. */
export const historyKey = ["history"];

const paging = {
  initialPageParam: "",
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

export const conversationsQuery = (keyId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "list", keyId],
    queryFn: ({ pageParam }) => call("GET /conversations", { query: { keyId, cursor: pageParam } }),
    ...paging,
  });

export const searchQuery = (text: string, keyId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "search", text, keyId],
    queryFn: ({ pageParam }) =>
      call("GET /conversations/search", { query: { text, keyId, cursor: pageParam } }),
    ...paging,
  });

/** Reads one conversation backwards, from its newest message or from the cursor `from`. */
export const conversationQuery = (keyId: string, sdkUniqueId: string | undefined, from: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "read", keyId, sdkUniqueId, from],
    queryFn: ({ pageParam }) =>
      call("GET /keys/{keyId}/conversation", {
        params: { keyId },
        query: { sdkUniqueId, cursor: pageParam },
      }),
    ...paging,
    initialPageParam: from ?? "",
  });
