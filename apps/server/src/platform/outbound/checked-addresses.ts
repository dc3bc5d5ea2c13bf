import { isIP } from "node:net";
import { untilAborted } from "./deadline.ts";
import type { DestinationPolicy } from "./destination-policy.ts";
import { OutboundError } from "./outbound-error.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { hostOf, portOf } from "./target-url.ts";

/** Resolves a URL's host. Returns its addresses only when all of them may be connected to. */
export async function findCheckedAddresses(
  url: URL,
  policy: DestinationPolicy,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const port = portOf(url);
  if (!policy.isPortAllowed(port)) {
    throw new OutboundError("url_port", `Port ${port} is not allowed. Use the usual port for http or https.`);
  }
  const addresses = isIP(host) === 0 ? await resolveAll(host, resolve, signal) : [host];
  // One forbidden address rejects the name. Using only the allowed ones would let the owner of a name mix both and learn
  // from the outcome, and no public site publishes a private address by design.
  if (!addresses.every((address) => policy.isAddressAllowed(host, address, port))) {
    throw new OutboundError("address_not_public", "The URL does not lead to a public internet address.");
  }
  return addresses;
}

async function resolveAll(
  host: string,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await untilAborted(resolve(host, signal), signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new OutboundError("dns_failed", `The host name ${host} could not be resolved.`, error);
  });
  if (addresses.length === 0) {
    throw new OutboundError("dns_failed", `The host name ${host} has no address.`);
  }
  return addresses;
}
