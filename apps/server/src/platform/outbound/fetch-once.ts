import type { OutboundRequest, OutboundResponse } from "./outbound-request.ts";
import { openPinnedExchange } from "./pinned-exchange.ts";
import { readBeginning, readBody } from "./read-body.ts";
import { findRedirectTarget } from "./redirect.ts";
import type { HeaderRecord } from "./request-headers.ts";
import { checkContentLength, checkContentType, toPlainHeaders } from "./response-limits.ts";

export interface Hop {
  url: URL;
  addresses: readonly string[];
  headers: HeaderRecord;
  followsRedirects: boolean;
}

/** Sends a request to one hop. Returns the response, or the redirect target. */
export async function fetchOnce(
  { url, addresses, headers, followsRedirects }: Hop,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse | URL> {
  const { method = "GET", maxBytes, accept } = request;
  using exchange = openPinnedExchange(url, addresses, maxBytes, signal);
  try {
    const response = await exchange.start({ method, headers, body: request.body ?? null });
    const status = response.statusCode;
    const target = followsRedirects && findRedirectTarget(url, status, response.headers.location);
    if (target) {
      return target;
    }
    if (accept && status >= 200 && status < 300 && status !== 204) {
      checkContentType(response.headers["content-type"], accept);
    }
    if (request.beginningOnly) {
      const encoding = response.headers["content-encoding"];
      const body = await readBeginning(response.body, encoding, request.beginningOnly);
      return { status, headers: toPlainHeaders(response.headers), url: url.href, body };
    }
    if (method !== "HEAD") {
      checkContentLength(response.headers["content-length"], maxBytes);
    }
    const body = await readBody(response.body, response.headers["content-encoding"], maxBytes);
    return { status, headers: toPlainHeaders(response.headers), url: url.href, body };
  } catch (failure) {
    throw exchange.explain(failure);
  }
}
