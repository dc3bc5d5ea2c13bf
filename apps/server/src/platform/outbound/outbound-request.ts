import type { HeaderRecord } from "./request-headers.ts";

/** One request; every use states how much it takes and how long it waits. */
export interface OutboundRequest {
  /** Default: `GET`. */
  method?: "GET" | "HEAD" | "POST";
  headers?: HeaderRecord;
  body?: string | Uint8Array;
  /** Cap on the decoded body, in bytes; all traffic together is capped at about twice as much. */
  maxBytes: number;
  /** Cap on everything together: name resolution, connections, redirects and body, in milliseconds. */
  timeoutInMs: number;
  /** Default: 5. With 0, and always for `POST`, a redirect is returned like any other response. */
  maxRedirects?: number;
  /** Content types that a successful response may declare, such as `image/png` or `image/*`. Default: any. */
  accept?: readonly string[];
  /** With true the answer is its status and its headers: nothing of its body is read, however long it is. Default: false. */
  ignoresBody?: boolean;
  /** Ends the request early; it then fails with the signal's own reason. */
  signal?: AbortSignal;
}

/** A complete response, decoded. */
export interface OutboundResponse {
  status: number;
  /** Names in lower case; without cookies. */
  headers: Record<string, string>;
  /** Where the response came from, after redirects. */
  url: string;
  body: Buffer;
}
