import { describe, expect, it } from "vitest";
import { countTraits, rankTokens } from "./rarity.ts";

const token = (number: number, traits: Record<string, string>, state: "made" | "failed" = "made") => ({
  number,
  state,
  attributes: Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value })),
});

const tokens = [
  token(1, { Hat: "cap" }),
  token(2, { Hat: "cap" }),
  token(3, { Hat: "crown" }),
  token(4, {}),
  token(5, { Hat: "crown" }, "failed"),
];

describe("rarity", () => {
  it("counts what is there, and what is without", () => {
    expect(countTraits(tokens)).toEqual([
      {
        trait: "Hat",
        values: [
          { value: "cap", count: 2 },
          { value: "crown", count: 1 },
        ],
        without: 1,
      },
    ]);
  });

  it("ranks by bits, and equals share a rank", () => {
    expect([...rankTokens(tokens, countTraits(tokens))]).toEqual([
      [3, { rank: 1, bits: 2 }],
      [4, { rank: 1, bits: 2 }],
      [1, { rank: 3, bits: 1 }],
      [2, { rank: 3, bits: 1 }],
    ]);
  });

  it("of tokens without traits is the same for all", () => {
    const plain = [token(1, {}), token(2, {})];
    expect([...rankTokens(plain, countTraits(plain)).values()]).toEqual([
      { rank: 1, bits: 0 },
      { rank: 1, bits: 0 },
    ]);
  });

  it("of 10,000 tokens is found without a pause that a reader would notice", () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      token(index + 1, {
        Hat: `h${index % 9}`,
        Eyes: `e${index % 7}`,
        Fur: `f${index % 11}`,
        Sky: `s${index % 5}`,
      }),
    );
    const start = performance.now();
    rankTokens(many, countTraits(many));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
