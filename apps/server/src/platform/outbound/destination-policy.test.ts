import { expect, test } from "vitest";
import { createDestinationPolicy } from "./destination-policy.ts";

test("ports are the four of the web unless said otherwise", () => {
  const policy = createDestinationPolicy({});
  const ports = [0, 21, 22, 25, 80, 443, 5432, 6379, 8080, 8443, 9000];
  expect(ports.filter((port) => policy.isPortAllowed(port))).toEqual([80, 443, 8080, 8443]);
});

test("an exception for an address holds for that address and port alone, under any name", () => {
  const policy = createDestinationPolicy({ allow: ["127.0.0.1:8123", "[::1]:8123"] });
  expect(policy.isPortAllowed(8123)).toBe(true);
  expect(policy.isAddressAllowed("127.0.0.1", "127.0.0.1", 8123)).toBe(true);
  expect(policy.isAddressAllowed("any.test", "127.0.0.1", 8123)).toBe(true);
  expect(policy.isAddressAllowed("any.test", "::1", 8123)).toBe(true);
  expect(policy.isAddressAllowed("127.0.0.1", "127.0.0.1", 80)).toBe(false);
  expect(policy.isAddressAllowed("127.0.0.2", "127.0.0.2", 8123)).toBe(false);
  expect(policy.isAddressAllowed("any.test", "8.8.8.8", 8123)).toBe(false);
});

test("an exception for a name holds for that name and port alone", () => {
  const policy = createDestinationPolicy({ allow: ["Hooks.internal:80"] });
  expect(policy.isAddressAllowed("hooks.internal", "10.0.0.7", 80)).toBe(true);
  expect(policy.isAddressAllowed("hooks.internal", "10.0.0.7", 8080)).toBe(false);
  expect(policy.isAddressAllowed("other.internal", "10.0.0.7", 80)).toBe(false);
});

test("the operator's own public addresses can be refused", () => {
  const policy = createDestinationPolicy({ deniedCidrs: ["8.8.8.0/24", "2606:4700::/32"] });
  expect(policy.isAddressAllowed("dns.test", "8.8.8.8", 443)).toBe(false);
  expect(policy.isAddressAllowed("dns.test", "2606:4700::1111", 443)).toBe(false);
  expect(policy.isAddressAllowed("dns.test", "8.8.4.4", 443)).toBe(true);
});

test.each([
  "127.0.0.1",
  "localhost",
  ":80",
  "http://127.0.0.1:80",
  "127.0.0.1:80/path",
  "a@b:80",
  "*:80/",
  "a:0",
])("%j is no exception, and says so at the start", (entry) => {
  expect(() => createDestinationPolicy({ allow: [entry] })).toThrow(TypeError);
});
