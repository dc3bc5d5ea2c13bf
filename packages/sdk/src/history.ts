import { type Call, toCall } from "./call.ts";
import type {
  ChatHistoryDeletion,
  ChatHistoryRecord,
  ChatHistoryResponse,
  DeleteChatHistoryQuery,
  ListChatHistoryQuery,
} from "./contract.ts";
import { unwrap } from "./dry-run.ts";
import { createListing, type Listing } from "./listing.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** A page of saved questions; `count` is the total number. */
export type HistoryPage = ChatHistoryResponse["data"];

/** The questions and answers that were saved with `chatHistory: "on"`. */
export interface History {
  /** Lists saved questions and answers, newest first. */
  list(query?: ListChatHistoryQuery, options?: CallOptions): Listing<ChatHistoryRecord, HistoryPage>;
  /** Deletes a session, or the whole history of the key. */
  delete(query?: DeleteChatHistoryQuery, options?: CallOptions): Call<ChatHistoryDeletion["data"]>;
}

export function createHistory(transport: Transport): History {
  return {
    list: (query = {}, options = {}) =>
      createListing<ChatHistoryRecord, HistoryPage, number>(
        async (offset = query.offset ?? 0) => {
          const input = { query: { ...query, offset } };
          return unwrap(await transport.json<ChatHistoryResponse>("listChatHistory", input, options));
        },
        ({ rows, count }, offset = query.offset ?? 0) => {
          const next = offset + rows.length;
          return rows.length > 0 && next < count ? next : null;
        },
        (page) => page.rows,
      ),
    delete: (query, options) =>
      toCall(transport.json<ChatHistoryDeletion>("deleteChatHistory", { query }, options).then(unwrap)),
  };
}
