import { newsCategories, newsNetworks, newsTokens } from "@mintwright/api-contract";
import { describe, expect, it } from "vitest";
import { measureUnderstanding, readHeadlines } from "../__fixtures__/headlines.ts";
import { understandArticle } from "./understand-article.ts";

const headlines = readHeadlines();
const heldOut = headlines.filter(({ isTuned }) => !isTuned);
const fresh = readHeadlines("fresh-headlines.tsv");

it("are enough headlines", () => {
  expect(headlines.length).toBeGreaterThanOrEqual(400);
  expect(heldOut.length).toBeGreaterThanOrEqual(200);
  expect(fresh.length).toBeGreaterThanOrEqual(150);
});

describe.each([
  { name: "headlines that nothing was tuned on", heldOut },
  { name: "headlines by an author who did not know the lexicon", heldOut: fresh },
])("$name", ({ heldOut }) => {
  it("cover every category, network and token", () => {
    const covers = (aspect: "category" | "network" | "token", ids: number[]) =>
      ids.filter((id) => !heldOut.some(({ expected }) => expected[aspect] === id));
    expect(
      covers(
        "category",
        newsCategories.map(({ id }) => id),
      ),
    ).toEqual([]);
    expect(
      covers(
        "network",
        newsNetworks.map(({ canonicalId }) => canonicalId),
      ),
    ).toEqual([]);
    expect(
      covers(
        "token",
        newsTokens.map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  it("are understood: category 0.85, network 0.95, token 0.95", () => {
    const { category, network, token } = measureUnderstanding(heldOut);
    expect(category).toBeGreaterThanOrEqual(0.85);
    expect(network).toBeGreaterThanOrEqual(0.95);
    expect(token).toBeGreaterThanOrEqual(0.95);
  });
});

describe("names that are words as well", () => {
  it.each([
    ["Aerodrome Finance Doubles Its Volume On Base", "The exchange runs on the Coinbase layer 2.", 32],
    ["Base fees rise as memecoins return", "The Coinbase network had its busiest day.", 32],
    ["The Base Case For A Quiet Summer", "Analysts expect little movement in crypto prices.", 46],
    ["Validators flock to Avalanche", "More operators run nodes.", 31],
    ["An Avalanche Of Liquidations Hits Traders", "Leveraged positions worth millions are gone.", 46],
    ["Optimism about rates lifts coins", "Traders expect a cut in spring.", 46],
    ["Superchain fees fall", "OP Mainnet costs less than a cent.", 45],
    ["Cash flow of miners turns negative", "Power is too expensive.", 46],
    ["Dapper moves collectibles on Flow", "Fans trade their moments faster.", 17],
  ])("%s", (title, description, networkId) => {
    expect(understandArticle(title, description).networkId).toBe(networkId);
  });

  it.each([
    ["SOL slips", "The coin lost 3%.", 85],
    ["Sol de Oro museum sells tickets", "Visitors pay in soles.", 0],
    ["TON gains", "Toncoin rose.", 89],
    ["A ton of paperwork for funds", "Regulators ask for forms, etc.", 0],
    ["LINK leads the market", "Chainlink gained.", 96],
    ["Click this link at your peril", "Phishing is on the rise.", 0],
    ["UNI jumps", "Uniswap votes.", 105],
    ["Uni students learn to code", "A course on wallets.", 0],
  ])("%s", (title, description, tokenId) => {
    expect(understandArticle(title, description).tokenId).toBe(tokenId);
  });
});
