import { describe, expect, it } from "vitest";
import { describeCandidates, takeChoice } from "./model-choice.ts";
import { listCandidates, understandArticle } from "./understand-article.ts";

const title = "Base opens a bridge to Solana";
const text = "Cross-chain transfers take a minute, and assets keep their names on the Coinbase network.";

describe("what a model may choose", () => {
  const candidates = listCandidates(title, text);
  const floor = understandArticle(title, text);

  it("begins with what the words say, and has only what they speak of", () => {
    expect(candidates.networks).toEqual(expect.arrayContaining([22, 32]));
    expect(candidates.networks).toHaveLength(2);
    expect([candidates.categories[0], candidates.networks[0], candidates.tokens[0]]).toEqual([
      floor.categoryId,
      floor.networkId,
      floor.tokenId,
    ]);
    expect(describeCandidates(candidates)).toMatch(/"networkId": .*32 Base/);
  });

  it("is taken when it is one of them, as a number or as its text", () => {
    const other = candidates.networks[1] as number;
    expect(takeChoice({ networkId: other }, candidates)).toEqual({ ...floor, networkId: other });
    expect(takeChoice({ networkId: String(other) }, candidates)).toEqual({ ...floor, networkId: other });
  });

  it.each([
    { networkId: 15 },
    { networkId: 9_999 },
    { categoryId: "DeFi", networkId: null, tokenId: [85] },
    { categoryId: -3, tokenId: 1.5 },
    "nonsense",
    undefined,
    [],
  ])("is nothing else: %j", (answer) => {
    expect(takeChoice(answer, candidates)).toEqual(floor);
  });

  it("is not asked for where nothing is open", () => {
    expect(describeCandidates({ categories: [8], networks: [46], tokens: [0] })).toBe("");
  });
});
