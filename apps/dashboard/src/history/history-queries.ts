import type { Conversation, ConversationRecord, FoundRecord } from "@mintwright/api-contract/dashboard";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** Every list and conversation of the account, for when one of them is deleted. */
export const historyKey = ["history"];

function writeQuery(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

const paging = {
  initialPageParam: "",
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** Conversations, newest first. */
export const conversationsQuery = (keyId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "list", keyId],
    queryFn: ({ pageParam }) =>
      call<{ conversations: Conversation[]; nextCursor: string | null }>(
        "GET",
        `/conversations${writeQuery({ keyId, cursor: pageParam })}`,
      ),
    ...paging,
  });

/** Where words were said, newest first. */
export const foundQuery = (text: string, keyId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "search", text, keyId],
    queryFn: ({ pageParam }) =>
      call<{ found: FoundRecord[]; nextCursor: string | null }>(
        "GET",
        `/conversations/search${writeQuery({ text, keyId, cursor: pageParam })}`,
      ),
    ...paging,
  });

/** The address of one conversation. */
export const conversationPath = (
  keyId: string,
  sdkUniqueId: string | undefined,
  part = "",
  format?: string,
) => `/keys/${encodeURIComponent(keyId)}/conversation${part}${writeQuery({ sdkUniqueId, format })}`;

/** One conversation, from its newest end or from a place in it backwards. */
export const conversationQuery = (keyId: string, sdkUniqueId: string | undefined, from: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "read", keyId, sdkUniqueId, from],
    queryFn: ({ pageParam }) =>
      call<{ conversation: Conversation; records: ConversationRecord[]; nextCursor: string | null }>(
        "GET",
        `/keys/${encodeURIComponent(keyId)}/conversation${writeQuery({ sdkUniqueId, cursor: pageParam })}`,
      ),
    ...paging,
    initialPageParam: from ?? "",
  });
