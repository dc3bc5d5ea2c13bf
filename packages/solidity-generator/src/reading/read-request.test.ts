import { describe, expect, it } from "vitest";
import type { ContractPlan } from "../plan.ts";
import { findDurations, findShares, toDecimal } from "./numbers.ts";
import { readRequest } from "./read-request.ts";

const read = (text: string) => readRequest(text)?.plan as ContractPlan;

describe("numbers in a request", () => {
  it("are read with grouping, scales and exponents, and without floats", () => {
    expect(toDecimal("1,000,000")).toBe("1000000");
    expect(toDecimal("2.5", 6)).toBe("2500000");
    expect(toDecimal("1e6")).toBe("1000000");
    expect(toDecimal("0.000000000000000001")).toBe("0.000000000000000001");
    expect(toDecimal("1.50")).toBe("1.5");
    expect(read("token Big (BIG) supply 1 quadrillion").supply).toBe("1000000000000000");
    expect(read("token Odd (ODD) 123456789.123456789 supply").supply).toBe("123456789.123456789");
  });

  it("are times in seconds and shares in 1/100 %", () => {
    const times = findDurations("a week, 24h, 2-day, 1.5 hours, two months and a year");
    expect(times.map(({ value }) => value)).toEqual([604_800, 86_400, 172_800, 5_400, 5_184_000, 31_536_000]);
    expect(findShares("2.5% and 4 percent").map(({ value }) => value)).toEqual([250, 400]);
    expect(findDurations("and a day").map(({ value }) => value)).toEqual([86_400]);
  });
});

describe("names in a request", () => {
  it.each([
    ["ERC20 named galaxy quest token with symbol GQT", "galaxy quest", "GQT"],
    ["token Foo symbol FOO", "Foo", "FOO"],
    ["a token 'Gold Bar' with ticker: gld", "Gold Bar", "gld"],
    ["Create Café Coin (CAFE)", "Café Coin", "CAFE"],
    ["my new coin is called $PEPE", undefined, "PEPE"],
    ["erc721 (UUPS) token", undefined, undefined],
  ])("%j", (text, name, symbol) => {
    const plan = read(text);
    expect([plan.name, plan.symbol]).toEqual([name, symbol]);
  });
});

describe("features of a request", () => {
  it.each([
    ["token with no burn and no mint", []],
    ["token that is not mintable but burnable", ["burnable"]],
    ["token without pause, with permit", ["permit"]],
    ["token, premint 100, flash mint", ["flashmint"]],
    ["don't make the token pausable", []],
  ])("%j", (text, features) => {
    expect(read(text).features).toEqual(features);
  });

  it("are refused when no contract can have them", () => {
    expect(() => read("token with 90% tax")).toThrow(/settings\.tax/);
    expect(() => read("token with 300 decimals")).toThrow(/decimals/);
  });
});

describe("the kind of contract", () => {
  it.each([
    ["write a dao", "governor"],
    ["governance token", "erc20"],
    ["a token for staking called StakeMe", "erc20"],
    ["nft staking contract", "nftStaking"],
    ["lock my tokens for a year", "vesting"],
    ["a time-lock", "timelock"],
    ["game items (ERC 1155)", "erc1155"],
  ])("of %j is %s", (text, kind) => {
    expect(read(text).kind).toBe(kind);
  });

  it("is unknown when none is named", () => {
    expect(readRequest("write me a poem")).toBeUndefined();
    expect(readRequest("")).toBeUndefined();
  });
});

describe("a follow-up", () => {
  const token = read("token Moon (MOON) 100 supply");

  it("changes the earlier plan and leaves the rest", () => {
    expect(readRequest("now make it pausable", token)?.plan).toEqual({ ...token, features: ["pausable"] });
    expect(readRequest("the ticker should be MOO", token)?.plan).toEqual({ ...token, symbol: "MOO" });
    expect(readRequest("set the supply to 7m", token)?.plan).toEqual({ ...token, supply: "7000000" });
    expect(readRequest("Thanks! I like IT A LOT", token)?.plan).toEqual(token);
  });

  it("that asks for another contract begins anew", () => {
    expect(readRequest("create an nft called Birds", token)?.plan).toEqual({
      kind: "erc721",
      name: "Birds",
      features: [],
      settings: {},
    });
  });
});

it("reads a long hostile request in little time", () => {
  const startedAt = performance.now();
  for (const part of [
    "A ",
    "1 ",
    "not ",
    "Aa (",
    "called ",
    "0x",
    "https://",
    '"',
    "1,",
    "token Aa, ",
    "1 day ",
  ]) {
    try {
      readRequest(`token ${part.repeat(200_000 / part.length)}`);
    } catch {
      // Rejecting the request is also correct.
    }
  }
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
