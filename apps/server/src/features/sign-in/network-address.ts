import { isIPv6 } from "node:net";

/** The header in which the library is told the caller's address; whatever a client sends in it is dropped. */
export const addressHeader = "x-mintwright-address";

/** What attempts are counted by: an IPv4 address, or the /64 that one holder of IPv6 addresses has for himself. */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const bare = address.split("%", 1)[0] ?? "";
  if (!isIPv6(bare)) return address;
  const [head = "", tail] = bare.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
