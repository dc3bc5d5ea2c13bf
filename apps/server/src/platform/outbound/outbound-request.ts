import type { HeaderRecord } from "./request-headers.ts";

/** One request. Every caller states a size limit and a timeout. */
export interface OutboundRequest {
  /** Default: `GET`. */
  method?: "GET" | "HEAD" | "POST";
  headers?: HeaderRecord;
  body?: string | Uint8Array;
  /** Limit of the decoded body in bytes. The total traffic is limited to about twice as much. */
  maxBytes: number;
  /** Limit of everything together, in milliseconds: DNS, connections, redirects and body. */
  timeoutInMs: number;
  /** Default: 5. With 0, and always for `POST`, a redirect is returned like any other response. */
  maxRedirects?: number;
  /** Content types that a successful response may declare, such as `image/png` or `image/*`. Default: any. */
  accept?: readonly string[];
  /**
   * Reads no more than the beginning of the body, for at most this time. A body that is longer, late or broken is then no
   * error. Default: the whole body.
   */
  beginningOnly?: { maxBytes: number; timeoutInMs: number };
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  /** Lower-case names, without cookies. */
  headers: Record<string, string>;
  url: string;
  body: Buffer;
}
