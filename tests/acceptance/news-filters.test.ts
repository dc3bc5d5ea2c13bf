import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type NewsAnswer, type StoredArticle, storeArticles } from "./stored-news.ts";

const categories: Record<number, string> = {
  3: "DAO",
  4: "DApps",
  5: "DeFi",
  6: "Lending",
  7: "Metaverse",
  8: "NFT",
  9: "Stablecoins",
  64: "Cryptocurrency",
  65: "Decentralized",
  66: "Smart Contracts",
  67: "Distributed Ledger",
  68: "Cryptography",
  69: "Digital Assets",
  70: "Tokenization",
  71: "Consensus Mechanisms",
  72: "ICO (Initial Coin Offering)",
  73: "Crypto Wallets",
  74: "Web3.0",
  75: "Interoperability",
  76: "Mining",
  77: "Cross-Chain Transactions",
  78: "Exchange",
};
const networks: Record<number, string> = {
  11: "Bitcoin",
  12: "BNB Chain",
  13: "Celo",
  14: "Cosmos",
  15: "Ethereum",
  16: "Fantom",
  17: "Flow",
  18: "Litecoin",
  19: "Monero",
  20: "Polygon",
  21: "XRP Ledger",
  22: "Solana",
  23: "Tron",
  24: "Terra",
  25: "Tezos",
  26: "WAX",
  27: "Algorand",
  28: "Arbitrum",
  29: "Astar",
  30: "Aurora",
  31: "Avalanche",
  32: "Base",
  33: "Binance Smart Chain",
  34: "Cardano",
  35: "Celo",
  36: "Cronos",
  37: "Moonbeam",
  38: "DEP",
  39: "Ethereum",
  40: "Fantom",
  41: "Harmony",
  42: "Oasis",
  43: "Oasis Sapphire",
  44: "Ontology",
  45: "Optimism",
  46: "Other",
  47: "PlatON",
  48: "Polygon",
  49: "Rangers",
  50: "Ronin",
  51: "Shiden",
  52: "SKALE",
  53: "Solana",
  54: "Stacks",
  55: "Stargaze",
  56: "Steem",
  57: "SX Network",
  58: "Telos",
  59: "Telos EVM",
  60: "Tezos",
  61: "Theta",
  62: "ThunderCore",
};
const tokens: Record<number, string> = {
  79: "BTC",
  80: "ETH",
  81: "USDT",
  82: "BNB",
  83: "XRP",
  84: "USDC",
  85: "SOL",
  86: "ADA",
  87: "DOGE",
  88: "TRX",
  89: "TON",
  90: "DAI",
  91: "MATIC",
  92: "DOT",
  93: "LTC",
  94: "WBTC",
  95: "BCH",
  96: "LINK",
  97: "SHIB",
  98: "LEO",
  99: "TUSD",
  100: "AVAX",
  101: "XLM",
  102: "XMR",
  103: "OKB",
  104: "ATOM",
  105: "UNI",
  106: "ETC",
  107: "BUSD",
  108: "HBAR",
};
const pairs = [
  [12, 33],
  [13, 35],
  [15, 39],
  [16, 40],
  [20, 48],
  [22, 53],
  [25, 60],
] as const;

const stored: StoredArticle[] = [
  {
    title: "A",
    description: "Alpha rises",
    categoryId: 5,
    networkId: 15,
    tokenId: 80,
    createdAt: "2026-03-01T10:00:00Z",
  },
  {
    title: "B",
    description: "Beta falls",
    categoryId: 5,
    networkId: 11,
    tokenId: 79,
    createdAt: "2026-03-02T10:00:00Z",
  },
  {
    title: "C",
    description: "Spot ETF inflows",
    categoryId: 8,
    networkId: 15,
    tokenId: 80,
    createdAt: "2026-03-03T10:00:00Z",
  },
  {
    title: "D",
    description: "ETF: the spot market",
    categoryId: 8,
    networkId: 22,
    createdAt: "2026-03-04T10:00:00Z",
  },
  {
    title: "E",
    description: "Café opens; 2,000 Layer-2 users",
    categoryId: 76,
    networkId: 12,
    tokenId: 82,
    createdAt: "2026-03-05T10:00:00Z",
  },
  {
    title: "F",
    description: "Stablecoins weigh on Celo",
    categoryId: 9,
    networkId: 13,
    tokenId: 81,
    createdAt: "2026-03-06T10:00:00Z",
  },
  // Gathered late: its place in the list follows createdAt, fetchAfter its publication.
  {
    title: "G",
    description: "Gathered late",
    categoryId: 64,
    networkId: 20,
    createdAt: "2026-03-07T10:00:00Z",
    publishedAt: "2026-02-01T00:00:00Z",
  },
  {
    title: "H",
    description: "At midnight",
    categoryId: 64,
    networkId: 16,
    createdAt: "2026-03-08T00:00:00Z",
  },
  {
    title: "I",
    description: "Tezos notes",
    categoryId: 64,
    networkId: 25,
    createdAt: "2026-03-09T00:00:00Z",
  },
];

let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  await storeArticles(installation.database, stored);
  ({ key } = await createTestAccount(installation.database.url, { credits: 1_000, rate: "none" }));
});

afterAll(() => installation?.stop());

async function find(query: string): Promise<string> {
  const { status, body, text } = await callApi<NewsAnswer>(installation.api, `/news?${query}`, { key });
  if (status !== 200) throw new Error(text);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ title }) => title).join("");
}

describe("ids", () => {
  it.each([
    ["categoryId=5", "BA"],
    ["categoryId=8", "DC"],
    ["categoryId=3", ""],
  ])("keep the articles of a category: %s [NEWS-15]", async (query, titles) => {
    expect(await find(query)).toBe(titles);
  });

  it.each([
    ["subCategoryId=15", "CA"],
    ["subCategoryId=11", "B"],
    ["subCategoryId=31", ""],
  ])("keep the articles of a network: %s [NEWS-16]", async (query, titles) => {
    expect(await find(query)).toBe(titles);
  });

  it.each([
    ["tokenId=80", "CA"],
    ["tokenId=79", "B"],
    ["tokenId=108", ""],
  ])("keep the articles about a token: %s [NEWS-17]", async (query, titles) => {
    expect(await find(query)).toBe(titles);
  });

  it.each([
    ["categoryId", [5, 8], "DCBA"],
    ["subCategoryId", [11, 22], "DB"],
    ["tokenId", [79, 80], "CBA"],
  ])(
    "are a list in every spelling, and any of it will do: %s [NEWS-18 NEWS-19]",
    async (name, [a, b], titles) => {
      const spellings = [
        `${name}=[${a},${b}]`,
        `${name}=${encodeURIComponent(`[${a}, ${b}]`)}`,
        `${name}=${a},${b}`,
        `${name}=${a}%2C${b}`,
        `${name}=${a}&${name}=${b}`,
        `${name}=[${a}]&${name}=${b},${a}`,
      ];
      for (const spelling of spellings) expect(await find(spelling)).toBe(titles);
    },
  );

  it.each([
    ["categoryId=5&subCategoryId=15", "A"],
    ["categoryId=5&tokenId=79", "B"],
    ["subCategoryId=15&tokenId=80", "CA"],
    ["categoryId=5&subCategoryId=22", ""],
    ["categoryId=[5,8]&subCategoryId=[15,22]", "DCA"],
    ["categoryId=[5,8]&subCategoryId=[15,22]&tokenId=80", "CA"],
    ["categoryId=[5,8]&subCategoryId=[15,22]&tokenId=80&searchQuery=etf", "C"],
    ["categoryId=[5,8]&fetchAfter=2026-03-02&subCategoryId=11,15", "CB"],
    [
      `categoryId=${Object.keys(categories)}&subCategoryId=${Object.keys(networks)}&tokenId=${Object.keys(tokens)}`,
      "FECBA",
    ],
  ])("of different parameters must all hold: %s [NEWS-20]", async (query, titles) => {
    expect(await find(query)).toBe(titles);
  });

  it.each([
    ["categoryId", "1"],
    ["categoryId", "[5,10]"],
    ["categoryId", "DeFi"],
    ["categoryId", "[]"],
    ["categoryId", "5,"],
    ["subCategoryId", "10"],
    ["subCategoryId", "63"],
    ["tokenId", "78"],
    ["tokenId", "109"],
    ["tokenId", "-79"],
    ["tokenId", "79.5"],
  ])("that are in no list are refused by name, uncharged: %s=%s [NEWS-21]", async (name, value) => {
    const before = await getCredits(installation.api, key);
    expectInvalid(await callApi(installation.api, `/news?${name}=${value}`, { key }), name);
    expect(await getCredits(installation.api, key)).toEqual(before);
  });

  it.each(pairs)(
    "%d and %d are one network, whose articles carry the first [NEWS-26]",
    async (canonical, alias) => {
      const expected = stored.filter(({ networkId }) => networkId === canonical).map(({ title }) => title);
      expect(expected.length).toBeGreaterThan(0);
      for (const query of [`${canonical}`, `${alias}`, `[${canonical},${alias}]`]) {
        const { body } = await callApi<NewsAnswer>(installation.api, `/news?subCategoryId=${query}`, { key });
        expect(body.data.map(({ title }) => title)).toEqual(expected.toReversed());
        expect(new Set(body.data.map(({ subCategoryId }) => subCategoryId))).toEqual(new Set([canonical]));
        expect(body.total).toBe(expected.length);
      }
    },
  );
});

describe("the lists of ids", () => {
  const read = async (path: string) => {
    const before = await getCredits(installation.api, key);
    const { body } = await callApi<{
      data: { id: number; name: string; symbol?: string; canonicalId?: number }[];
    }>(installation.api, path, { key });
    expect(await getCredits(installation.api, key)).toEqual(before);
    return body.data;
  };

  it("are the categories [NEWS-22]", async () => {
    const list = await read("/news/categories");
    expect(Object.fromEntries(list.map(({ id, name }) => [id, name]))).toEqual(categories);
  });

  it("are the networks, each of two ids with its canonical one [NEWS-23 NEWS-24]", async () => {
    const list = await read("/news/networks");
    expect(Object.fromEntries(list.map(({ id, name }) => [id, name]))).toEqual(networks);
    const aliases = list.filter(({ id, canonicalId }) => id !== canonicalId);
    expect(aliases.map(({ id, canonicalId }) => [canonicalId, id])).toEqual(pairs);
  });

  it("are the tokens [NEWS-25]", async () => {
    const list = await read("/news/tokens");
    expect(Object.fromEntries(list.map(({ id, symbol }) => [id, symbol]))).toEqual(tokens);
  });
});

describe("searchQuery", () => {
  it.each([
    ["alpha", "A"],
    ["ALPHA rises", "A"],
    ["rises alpha", "A"],
    ["alpha falls", ""],
    ["etf spot", "DC"],
    ["cafe", "E"],
    ["CAFÉ", "E"],
    ["layer-2", "E"],
    ["2000", ""],
    ["2,000", "E"],
    ["stablecoin", "F"],
    ["STABLECOINS", "F"],
    ["stable", "F"],
    ["stable*", "F"],
    ["open", "E"],
    ["opening user", "E"],
    ["weighing", "F"],
    ["not", "I"],
    ["no", ""],
    ["no*", "I"],
    ["d", "D"],
    ["  ", "IHGFEDCBA"],
    ["' & | ! :* <-> rises", "A"],
  ])(
    "finds every word, in any letter case and form and by its beginning: %s [NEWS-27]",
    async (words, titles) => {
      expect(await find(`searchQuery=${encodeURIComponent(words)}`)).toBe(titles);
    },
  );

  it.each([
    ['"spot etf"', "C"],
    ['"etf the spot"', "D"],
    ['"spot etf" inflows', "C"],
    ['"etf spot"', ""],
    ['"spot etfs"', ""],
    ['"etf', "DC"],
  ])("takes quoted text as a phrase: %s [NEWS-28]", async (words, titles) => {
    expect(await find(`searchQuery=${encodeURIComponent(words)}`)).toBe(titles);
  });

  it("is refused without a letter or a digit, when too long and when given twice", async () => {
    for (const query of ["searchQuery=!!", `searchQuery=${"x".repeat(201)}`, "searchQuery=a&searchQuery=b"]) {
      expectInvalid(await callApi(installation.api, `/news?${query}`, { key }), "searchQuery");
    }
  });
});

describe("fetchAfter", () => {
  it.each([
    ["2026-03-08", "IH"],
    ["2026-03-08T00:00:00Z", "IH"],
    ["2026-03-08T00:00:00.001Z", "I"],
    ["2026-03-07", "IH"],
    ["2026-02-01", "IHGFEDCBA"],
    ["2026-02-02", "IHFEDCBA"],
    ["2026-03-10", ""],
  ])("keeps what was published on or after %s [NEWS-29]", async (moment, titles) => {
    expect(await find(`fetchAfter=${moment}`)).toBe(titles);
    const reversed = await find(`fetchAfter=${moment}&sortOrder=asc`);
    expect(reversed).toBe([...titles].reverse().join(""));
  });

  it("takes dates, meaning midnight UTC, and times with or without an offset [NEWS-30]", async () => {
    expect(await find("fetchAfter=2026-03-08T01:00:00%2B01:00")).toBe("IH");
    expect(await find("fetchAfter=2026-03-08T00:00:00")).toBe("IH");
    expect(await find("fetchAfter=0001-01-01")).toBe("IHGFEDCBA");
    for (const moment of ["yesterday", "2026-13-01", "2026-02-30", "08.03.2026", "1772928000"]) {
      expectInvalid(await callApi(installation.api, `/news?fetchAfter=${moment}`, { key }), "fetchAfter");
    }
  });
});
