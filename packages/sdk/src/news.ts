import type { ListNewsQuery, NewsArticle, NewsResponse } from "./contract.ts";
import { createListing, type Listing } from "./listing.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Which articles are wanted. A single id may stand without its list. */
export type NewsFilter = Omit<ListNewsQuery, "categoryId" | "subCategoryId" | "tokenId" | "fetchAfter"> & {
  categoryId?: number | number[];
  subCategoryId?: number | number[];
  tokenId?: number | number[];
  fetchAfter?: string | Date;
};

/** Crypto news. */
export interface News {
  /** Lists articles, newest first. Every page that you go on to is paid for: 1 credit per started 10 of `limit`. */
  list(filter?: NewsFilter, options?: CallOptions): Listing<NewsArticle, NewsResponse>;
}

/** Creates the calls for news. */
export function createNews(transport: Transport): News {
  return {
    list: ({ offset, fetchAfter, ...filter } = {}, options) => {
      const after = fetchAfter instanceof Date ? fetchAfter.toISOString() : fetchAfter;
      return createListing<NewsArticle, NewsResponse, string>(
        (cursor = filter.cursor) => {
          const place = cursor ? { cursor } : { offset };
          const query = { ...filter, fetchAfter: after, ...place };
          return transport.json<NewsResponse>("listNews", { query }, options);
        },
        (page) => page.nextCursor,
        (page) => page.data,
      );
    },
  };
}
