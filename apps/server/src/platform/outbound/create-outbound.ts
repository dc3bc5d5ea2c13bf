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

/** How one deployment reaches the outside. */
export interface OutboundOptions extends DestinationOptions {
  /** Default: the DNS servers of the system. */
  resolve?: ResolveHost;
  /** Default: `Mintwright`. */
  userAgent?: string;
}

/** The guard through which every URL that a caller gives is fetched. */
export interface Outbound {
  /** Says now what `fetch` would say of this URL before it connects: refuses what is not public or has no address. */
  check(url: string, limits: { timeoutInMs: number; signal?: AbortSignal }): Promise<void>;
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
}

/** Builds the guard; throws when an option is malformed. */
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
