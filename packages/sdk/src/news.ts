import { type Call, toCall } from "./call.ts";
import type {
  ListNewsQuery,
  NewsAlert,
  NewsAlertDeletedResponse,
  NewsAlertRequest,
  NewsAlertResponse,
  NewsAlertsResponse,
  NewsArticle,
  NewsArticleResponse,
  NewsResponse,
} from "./contract.ts";
import { askPrice, isDryRun, type Price, unwrap } from "./dry-run.ts";
import { createListing, type Listing } from "./listing.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** A news filter. A single id can be given without a list. */
export type NewsFilter = Omit<ListNewsQuery, "categoryId" | "subCategoryId" | "tokenId" | "fetchAfter"> & {
  categoryId?: number | number[];
  subCategoryId?: number | number[];
  tokenId?: number | number[];
  fetchAfter?: string | Date;
};

/** News alerts: filters whose new articles are sent to a webhook. They are free. */
export interface NewsAlerts {
  /**
   * Creates an alert: every new article that matches is sent once to `webhookUrl`, as a signed webhook of type
   * `news.article`.
   */
  create(request: NewsAlertRequest, options?: CallOptions): Call<NewsAlert>;
  /** Lists the account's alerts, newest first. */
  list(options?: CallOptions): Call<NewsAlert[]>;
  /** Deletes an alert. */
  delete(id: string, options?: CallOptions): Call<{ id: string }>;
}

/** Crypto news. */
export interface News {
  /** Lists articles, newest first. Every loaded page is charged: 1 credit for each started 10 of `limit`. */
  list(filter?: NewsFilter, options?: CallOptions): Listing<NewsArticle, NewsResponse>;
  /** Gets one article. */
  get(id: number, options: DryRunOptions): Call<Price>;
  get(id: number, options?: CallOptions): Call<NewsArticle>;
  alerts: NewsAlerts;
}

export function createNews(transport: Transport): News {
  function get(id: number, options: CallOptions | DryRunOptions = {}) {
    const input = { params: { id: String(id) } };
    if (isDryRun(options)) return askPrice(transport, "getNewsArticle", input, options);
    return toCall(transport.json<NewsArticleResponse>("getNewsArticle", input, options).then(unwrap));
  }

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
    get,
    alerts: {
      create: (body, options) =>
        toCall(transport.json<NewsAlertResponse>("createNewsAlert", { body }, options).then(unwrap)),
      list: (options) =>
        toCall(transport.json<NewsAlertsResponse>("listNewsAlerts", {}, options).then(unwrap)),
      delete: (id, options) =>
        toCall(
          transport
            .json<NewsAlertDeletedResponse>("deleteNewsAlert", { params: { id } }, options)
            .then(unwrap),
        ),
    },
  } as News;
}
