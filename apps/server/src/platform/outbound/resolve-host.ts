import { Resolver } from "node:dns/promises";

/** Resolves every address of a host name. An empty result and a rejection both mean that there is none. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_TIMEOUT_IN_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Queries the DNS servers directly. libuv runs two `dns.lookup` calls at a time and cannot cancel them, so two URLs with
 * slow name servers would delay every other lookup of the process, including the database's. These queries hold no thread
 * and end with the request. The hosts file is not read.
 */
export function createDnsResolver(servers?: readonly string[]): ResolveHost {
  return async (host, signal) => {
    if (isLocalhost(host)) {
      return ["127.0.0.1", "::1"];
    }
    // One resolver per query, because cancelling a resolver cancels all its queries.
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_IN_MS, tries: QUERY_TRIES });
    if (servers) {
      resolver.setServers(servers);
    }
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      // One family may fail: only addresses that were seen and checked are connected to.
      if (ipv4.status === "rejected" && ipv6.status === "rejected") {
        throw ipv4.reason;
      }
      return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/** RFC 6761: these names mean loopback and must not be sent to a name server. */
function isLocalhost(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}
