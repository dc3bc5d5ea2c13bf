import { findCheckedAddresses } from "./checked-addresses.ts";
import { startDeadline } from "./deadline.ts";
import { createDestinationPolicy, type DestinationOptions } from "./destination-policy.ts";
import { fetchOnce } from "./fetch-once.ts";
import { OutboundError } from "./outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "./outbound-request.ts";
import { buildRequestHeaders, dropPrivateHeaders } from "./request-headers.ts";
import { createDnsResolver, type ResolveHost } from "./resolve-host.ts";
import { parseTargetUrl } from "./target-url.ts";

const DEFAULT_MAX_REDIRECTS = 5;

export interface OutboundOptions extends DestinationOptions {
  resolve?: ResolveHost;
  /** Default: `Mintwright`. */
  userAgent?: string;
}

/** The only client for URLs that callers supply (SSRF protection). */
export interface Outbound {
  /** Throws what `fetch` would throw for this URL before it connects. */
  check(url: string, limits: { timeoutInMs: number; signal?: AbortSignal }): Promise<void>;
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
}

/** Throws when an option is malformed. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const policy = createDestinationPolicy(options);
  const resolve = options.resolve ?? createDnsResolver();
  const userAgent = options.userAgent ?? "Mintwright";

  return {
    async check(givenUrl, { timeoutInMs, signal }) {
      using deadline = startDeadline(timeoutInMs, signal);
      await findCheckedAddresses(parseTargetUrl(givenUrl), policy, resolve, deadline.signal);
    },

    async fetch(givenUrl, request) {
      using deadline = startDeadline(request.timeoutInMs, request.signal);
      const redirectsToFollow =
        request.method === "POST" ? 0 : (request.maxRedirects ?? DEFAULT_MAX_REDIRECTS);
      let url = parseTargetUrl(givenUrl);
      let headers = buildRequestHeaders(request.headers ?? {}, request.accept, userAgent);

      for (let redirects = 0; ; redirects += 1) {
        const addresses = await findCheckedAddresses(url, policy, resolve, deadline.signal);
        const hop = { url, addresses, headers, followsRedirects: redirectsToFollow > 0 };
        const outcome = await fetchOnce(hop, request, deadline.signal);
        if (!(outcome instanceof URL)) {
          return outcome;
        }
        if (redirects >= redirectsToFollow) {
          const message = `The URL redirects more than ${redirectsToFollow} times.`;
          throw new OutboundError("too_many_redirects", message);
        }
        if (outcome.origin !== url.origin) {
          headers = dropPrivateHeaders(headers);
        }
        url = outcome;
      }
    },
  };
}
