import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { createAddressList, isPublicUnicast } from "./public-address.ts";

describe("public addresses", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2001:db9::",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "3fff:1000::1",
  ])("%s", (address) => {
    expect(isPublicUnicast(address)).toBe(true);
  });
});

describe("edges of special ranges", () => {
  test.each([
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "239.255.255.255"],
    ["240.0.0.0", "255.255.255.255"],
    ["168.63.129.16", "168.63.129.16"],
    ["::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ])("%s to %s", (first, last) => {
    expect(isPublicUnicast(first)).toBe(false);
    expect(isPublicUnicast(last)).toBe(false);
  });
});

test.each([
  "",
  "example.com",
  "8.8.8",
  "08.8.8.8",
  "8.8.8.8 ",
  "[2606:4700::1]",
  "2606:4700::1%eth0",
  "134744072",
])("%j is not taken for a public address", (text) => {
  expect(isPublicUnicast(text)).toBe(false);
});

describe("an independent classifier agrees", () => {
  const AZURE_HOST = "168.63.129.16";

  test("on IPv4, block by block", () => {
    for (let block = 0; block < 2 ** 16; block += 1) {
      for (const tail of [0, 1, 0x0200, 0x6301, 0xc401, 0xffff]) {
        const address = new ipaddr.IPv4([block >> 8, block & 0xff, tail >> 8, tail & 0xff]);
        const isUnicast = address.range() === "unicast" && address.toString() !== AZURE_HOST;
        if (isPublicUnicast(address.toString()) !== isUnicast) {
          expect.fail(`${address} is ${address.range()}`);
        }
      }
    }
  });

  test("on IPv6, prefix by prefix", () => {
    for (let prefix = 0; prefix < 2 ** 16; prefix += 1) {
      for (const second of [0, 0x10, 0x1ff, 0xdb8]) {
        const address = new ipaddr.IPv6([prefix, second, 0, 0, 0, 0, 0, 1]);
        // The other classifier takes everything for unicast that it has no name for, also what is not allocated.
        const isGlobal = prefix >> 13 === 1;
        if (isPublicUnicast(address.toString()) !== (isGlobal && address.range() === "unicast")) {
          expect.fail(`${address} is ${address.range()}`);
        }
      }
    }
  });
});

test.each(["10.0.0.0", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/33", "example.com/8", "10.0/8", "fd00::/129"])(
  "%j is no prefix",
  (prefix) => {
    expect(() => createAddressList([prefix])).toThrow();
  },
);
