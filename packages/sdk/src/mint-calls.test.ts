import { describe, expect, it } from "vitest";
import { toMintCalls } from "./mint-calls.ts";

const to = `0x${"1".repeat(40)}`;
const tokens = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, tokenURI: `ipfs://${index + 1}` }));

describe("the calls that mint tokens", () => {
  it("mint many tokens with one signature, and a single one with mint", () => {
    expect(toMintCalls(tokens, { to, batchSize: 2 })).toEqual([
      { functionName: "mintBatch", args: [to, ["ipfs://1", "ipfs://2"]], ids: [1, 2] },
      { functionName: "mintBatch", args: [to, ["ipfs://3", "ipfs://4"]], ids: [3, 4] },
      { functionName: "mint", args: [to, "ipfs://5"], ids: [5] },
    ]);
    expect(toMintCalls(tokens, { to })).toHaveLength(1);
    expect(toMintCalls([], { to })).toEqual([]);
  });

  it("refuse a size that is none", () => {
    expect(() => toMintCalls(tokens, { to, batchSize: 0 })).toThrow(RangeError);
  });
});
