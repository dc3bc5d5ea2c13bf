import { describe, expect, it } from "vitest";
import { formatCoins, formatEstimate, readCoins } from "./format-coins.ts";

describe("amounts of a chain's currency", () => {
  it("are written exactly", () => {
    expect(formatCoins("0", "ETH")).toBe("0 ETH");
    expect(formatCoins("1", "ETH")).toBe("0.000000000000000001 ETH");
    expect(formatCoins(15_000_000_000_000_000n, "ETH")).toBe("0.015 ETH");
    expect(formatCoins("12000000000000000000", "POL")).toBe("12 POL");
  });

  it("are rounded to three digits as estimates", () => {
    expect(formatEstimate(115_432_000_000_000_000n, "ETH")).toBe("0.115 ETH");
    expect(formatEstimate(7n, "ETH")).toBe("0.000000000000000007 ETH");
  });

  it("are read exactly, or not at all", () => {
    expect(readCoins("0.015")).toBe(15_000_000_000_000_000n);
    expect(readCoins(" 12 ")).toBe(12_000_000_000_000_000_000n);
    expect(readCoins("0.0000000000000000001")).toBeUndefined();
    expect(readCoins("-1")).toBeUndefined();
    expect(readCoins("1,5")).toBeUndefined();
    expect(readCoins("")).toBeUndefined();
  });
});
