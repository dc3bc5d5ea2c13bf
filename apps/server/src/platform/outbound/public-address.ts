import { BlockList, isIP } from "node:net";

/**
 * Every block of the IANA IPv4 special-purpose registry, also those that are globally reachable (AS112, AMT): no web site
 * lives there. Multicast and the reserved class E have no registry row of their own.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8", // this network; Linux connects 0.0.0.0 to loopback
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT; Alibaba's metadata service is 100.100.100.200
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // public in form, but on Azure it is the host's own control service
  "169.254.0.0/16", // link-local and most metadata services
  "172.16.0.0/12", // private
  "192.0.0.0/24", // IETF protocol assignments; Oracle's metadata service is 192.0.0.192
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relay anycast, deprecated
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, with the broadcast address
];

/**
 * Only 2000::/3 is global unicast, so everything outside it is refused without being listed: loopback, IPv4-mapped and
 * IPv4-compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard, SRv6, unique-local, link-local, site-local, multicast
 * and what is not allocated yet.
 */
const GLOBAL_IPV6 = ["2000::/3"];

/** The exceptions inside 2000::/3. Forms that embed IPv4 are refused whatever they embed: no site needs them. */
const SPECIAL_IPV6 = [
  "2001::/23", // IETF protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID, drone identifiers
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
];

/** Builds an address list from prefixes such as `10.0.0.0/8`; throws when one is malformed. */
export function createAddressList(prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [network = "", length = "", ...rest] = prefix.split("/");
    const family = isIP(network);
    if (family === 0 || !/^\d{1,3}$/.test(length) || rest.length > 0) {
      throw new TypeError(`"${prefix}" is not an address prefix such as 10.0.0.0/8 or fd00::/8.`);
    }
    list.addSubnet(network, Number(length), family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

// One list per family: a list that holds both also matches IPv4-mapped addresses against its IPv4 rules, and nothing here
// should depend on that.
const specialIpv4 = createAddressList(SPECIAL_IPV4);
const globalIpv6 = createAddressList(GLOBAL_IPV6);
const specialIpv6 = createAddressList(SPECIAL_IPV6);

/** True for public unicast addresses; false for anything else, including text that is no address or has a scope. */
export function isPublicUnicast(address: string): boolean {
  if (address.includes("%")) {
    return false;
  }
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, "ipv4");
    case 6:
      return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
    default:
      return false;
  }
}
