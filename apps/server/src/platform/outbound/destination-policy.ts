import { isIP } from "node:net";
import { createAddressList, isPublicUnicast } from "./public-address.ts";
import { hostOf } from "./target-url.ts";

/**
 * 80 and 443, and the alternates under which self-hosted sites, feeds and webhook receivers run. No others: they would
 * make the platform a port scanner, and let it speak to mail servers and databases.
 */
const DEFAULT_PORTS: readonly number[] = [80, 443, 8080, 8443];

export interface DestinationOptions {
  /**
   * Exceptions to every rule about addresses and ports, each an exact `host:port`: `127.0.0.1:8123` and `[::1]:8123`
   * match the address that a URL leads to, `hooks.internal:9000` the name in the URL. Default: none.
   */
  allow?: readonly string[];
  /** Allows every port of this machine, for the sandbox on a developer's computer. Default: false. */
  allowsLoopback?: boolean;
  /** Further prefixes to refuse, such as the operator's own public addresses. Default: none. */
  deniedCidrs?: readonly string[];
  /** Default: 80, 443, 8080 and 8443. */
  allowedPorts?: readonly number[];
}

export interface DestinationPolicy {
  isPortAllowed(port: number): boolean;
  isAddressAllowed(host: string, address: string, port: number): boolean;
}

/** Throws when one of the operator's entries is malformed. */
export function createDestinationPolicy(options: DestinationOptions): DestinationPolicy {
  const exceptions = (options.allow ?? []).map(parseException);
  const exceptionKeys = new Set(exceptions.map(({ host, port }) => keyOf(host, port)));
  const exceptionPorts = new Set(exceptions.map(({ port }) => port));
  const allowedPorts = new Set(options.allowedPorts ?? DEFAULT_PORTS);
  const { allowsLoopback = false } = options;
  const denied = createAddressList(options.deniedCidrs ?? []);

  return {
    isPortAllowed: (port) => allowsLoopback || allowedPorts.has(port) || exceptionPorts.has(port),

    isAddressAllowed(host, address, port) {
      if (allowsLoopback && (address === "::1" || /^127\./.test(address))) return true;
      if (exceptionKeys.has(keyOf(host, port)) || exceptionKeys.has(keyOf(address, port))) {
        return true;
      }
      // Checked again: an exception opens its port for its own host, not for every public address.
      return (
        allowedPorts.has(port) &&
        isPublicUnicast(address) &&
        !denied.check(address, isIP(address) === 4 ? "ipv4" : "ipv6")
      );
    },
  };
}

function parseException(entry: string): { host: string; port: number } {
  const port = Number(/:(\d{1,5})$/.exec(entry)?.[1]);
  const url = URL.parse(`http://${entry}`);
  if (url?.pathname !== "/" || url.username !== "" || !(port > 0)) {
    throw new TypeError(`"${entry}" is not an exact host and port such as 127.0.0.1:8123.`);
  }
  return { host: hostOf(url), port };
}

function keyOf(host: string, port: number): string {
  return `${host} ${port}`;
}
