import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { AppError } from "../../platform/errors.ts";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Decides which web pages may call the sandbox. */
export interface CallerOrigins {
  /** True when the Host header names this server, and the request comes from an allowed page or from a program. */
  allows(request: IncomingMessage): boolean;
  assertAllowed(request: IncomingMessage): void;
}

/**
 * Creates the check. The sandbox needs no key and may fetch loopback addresses, so a page of any other origin could use
 * it to reach services on this machine. Omitting CORS headers does not prevent that: browsers send simple requests
 * without a preflight. The Host header is checked as well, because with DNS rebinding a page has the same origin as the
 * server that it calls.
 */
export function createCallerOrigins({
  listenHost,
  allowed,
}: {
  listenHost: string;
  /** Further allowed origins; `*` allows all, under every host name. */
  allowed: readonly string[];
}): CallerOrigins {
  const allowedUrls = allowed.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin));
  const hostNames = new Set([
    ...loopbackNames,
    readHostName(listenHost),
    ...allowedUrls.map(({ hostname }) => hostname),
  ]);

  function allows({ headers: { host = "", origin }, socket }: IncomingMessage): boolean {
    if (allowed.includes("*")) return true;
    const hostName = readHostName(host);
    const isOwnHost = hostNames.has(hostName) || hostName === readHostName(socket.localAddress);
    if (hostName === undefined || !isOwnHost) return false;
    if (origin === undefined || origin === `http://${host}` || allowed.includes(origin)) return true;
    return URL.canParse(origin) && loopbackNames.includes(new URL(origin).hostname);
  }

  return {
    allows,
    assertAllowed(request) {
      if (allows(request)) return;
      throw new AppError(
        "forbidden",
        "The sandbox accepts requests from programs, its own page and pages on localhost. Start it with --allow-origin ORIGIN to allow another origin or host name.",
      );
    },
  };
}

/** Reads the host name from a Host header or an address: lower case, without a port, IPv6 in brackets. */
function readHostName(host = ""): string | undefined {
  const mappedToIpv6 = /^::ffff:(?=[\d.]+$)/;
  const url = `http://${isIPv6(host) && !mappedToIpv6.test(host) ? `[${host}]` : host.replace(mappedToIpv6, "")}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
