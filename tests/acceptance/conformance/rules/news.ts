import { area } from "../rule.ts";

const articles = area("News", [
  [
    "NEWS-1",
    "built",
    "decisions, News (doc 3, News article)",
    "`GET /news` answers `statusCode` 200, `message`, `data` as the array of articles, `total`, `limit` and `offset`.",
    "field names of the envelope",
  ],
  [
    "NEWS-2",
    "built",
    "decisions, News (doc 3, News article)",
    "`total` counts all matching articles; `limit` and `offset` are the values used.",
    "meaning of the paging fields",
  ],
  [
    "NEWS-3",
    "built",
    "doc 3, News article",
    "An article has integer `id`, `categoryId`, `subCategoryId`; text `title`, `description`, `url`, `imageUrl`; `createdAt` (ISO 8601), `pubDate` and boolean `isPublished`.",
  ],
  ["NEWS-4", "built", "doc 3, News article", "`tokenId` is an integer, and null or absent for general news."],
  [
    "NEWS-5",
    "built",
    "doc 3, Endpoints",
    "Without parameters the 10 latest articles across all categories are returned.",
  ],
  ["NEWS-6", "built", "doc 3, News article", "Articles are sorted by `createdAt`, newest first."],
  [
    "NEWS-7",
    "built",
    "decisions, News (doc 3, Endpoints)",
    "`sortOrder=asc` reverses the order to oldest first.",
    "sort direction",
  ],
  ["NEWS-8", "built", "doc 3, Endpoints", "`sortBy` takes `createdAt` only; anything else is 400."],
  [
    "NEWS-9",
    "built",
    "decisions, News (doc 3, Limits)",
    "`limit` is 1 to 100, default 10; 0, 101 and text are 400.",
    "maximum value of `limit`",
  ],
  ["NEWS-10", "built", "doc 3, Endpoints", "`offset` skips that many articles; without it none is skipped."],
  [
    "NEWS-11",
    "built",
    "decisions, News",
    "An opaque `cursor` pages through the same articles as `offset`, without gap or repetition.",
    "deep paging",
  ],
  [
    "NEWS-12",
    "built",
    "decisions, News",
    "A page read by `cursor` costs the same work however deep it lies.",
    "cost of a deep page",
  ],
  [
    "NEWS-13",
    "built",
    "doc 3, Limits",
    "A call costs 1 credit per started block of 10 requested articles: 1 for limit 10 or none, 2 for 20, 3 for 25.",
  ],
  [
    "NEWS-14",
    "built",
    "doc 3, Limits",
    "The price follows the requested `limit` whatever the filters are; only an empty page is free.",
  ],
]);

const filters = area("News filters", [
  ["NEWS-15", "built", "doc 3, Endpoints", "`categoryId` keeps the articles of that category."],
  ["NEWS-16", "built", "doc 3, Endpoints", "`subCategoryId` keeps the articles of that sub-category."],
  ["NEWS-17", "built", "doc 3, Endpoints", "`tokenId` keeps the articles about that token."],
  [
    "NEWS-18",
    "built",
    "decisions, News (doc 3, Endpoints)",
    "`categoryId=[5,8]`, `categoryId=5,8`, `categoryId=5&categoryId=8` and `categoryId[]=5&categoryId[]=8` mean the same, and likewise for the other id parameters.",
    "spellings of an array",
  ],
  ["NEWS-19", "built", "doc 3, Endpoints", "Values inside one parameter combine with OR."],
  ["NEWS-20", "built", "doc 3, Endpoints", "Different parameters combine with AND."],
  [
    "NEWS-21",
    "built",
    "decisions, News (doc 3, Endpoints)",
    "An id that is in no list is 400 naming the parameter.",
    "unknown ids",
  ],
  [
    "NEWS-22",
    "built",
    "doc 3, Category ids",
    "Category ids: 3 DAO, 4 DApps, 5 DeFi, 6 Lending, 7 Metaverse, 8 NFT, 9 Stablecoins, 64 Cryptocurrency, 65 Decentralized, 66 Smart Contracts, 67 Distributed Ledger, 68 Cryptography, 69 Digital Assets, 70 Tokenization, 71 Consensus Mechanisms, 72 ICO, 73 Crypto Wallets, 74 Web3.0, 75 Interoperability, 76 Mining, 77 Cross-Chain Transactions, 78 Exchange.",
  ],
  [
    "NEWS-23",
    "built",
    "doc 3, Sub-category ids",
    "Sub-category ids 11 to 40: 11 Bitcoin, 12 exchange-operated chain, 13 Celo, 14 Cosmos, 15 Ethereum, 16 Fantom, 17 Flow, 18 Litecoin, 19 Monero, 20 Polygon, 21 XRP Ledger, 22 Solana, 23 Tron, 24 Terra, 25 Tezos, 26 WAX, 27 Algorand, 28 Arbitrum, 29 Astar, 30 Aurora, 31 Avalanche, 32 Base, 33 the chain of 12 by its older name, 34 Cardano, 35 Celo, 36 Cronos, 37 Moonbeam, 38 dep, 39 Ethereum, 40 Fantom.",
  ],
  [
    "NEWS-24",
    "built",
    "doc 3, Sub-category ids",
    "Sub-category ids 41 to 62: 41 Harmony, 42 Oasis, 43 Oasis Sapphire, 44 Ontology, 45 Optimism, 46 other, 47 PlatON, 48 Polygon, 49 Rangers, 50 Ronin, 51 Shiden, 52 SKALE, 53 Solana, 54 Stacks, 55 Stargaze, 56 Steem, 57 SX Network, 58 Telos, 59 Telos EVM, 60 Tezos, 61 Theta, 62 ThunderCore.",
  ],
  [
    "NEWS-25",
    "built",
    "doc 3, Token ids",
    "Token ids: BTC 79, ETH 80, USDT 81, BNB 82, XRP 83, USDC 84, SOL 85, ADA 86, DOGE 87, TRX 88, TON 89, DAI 90, MATIC 91, DOT 92, LTC 93, WBTC 94, BCH 95, LINK 96, SHIB 97, LEO 98, TUSD 99, AVAX 100, XLM 101, XMR 102, OKB 103, ATOM 104, UNI 105, ETC 106, BUSD 107, HBAR 108.",
  ],
  [
    "NEWS-26",
    "built",
    "decisions, News (doc 3, Sub-category ids)",
    "An article of a network with two ids is stored with one canonical id, and a filter with either finds it: 12/33, 13/35, 15/39, 16/40, 20/48, 22/53, 25/60.",
    "networks with two ids",
  ],
  [
    "NEWS-27",
    "built",
    "decisions, News (doc 3, Endpoints)",
    "Every word of `searchQuery` must occur in title or description, in any letter case: itself, another form of it or, from 3 characters on, a word that begins with it.",
    "several words in `searchQuery`",
  ],
  [
    "NEWS-28",
    "built",
    "decisions, News",
    "Quoted text in `searchQuery` is searched as a phrase, as it is written.",
    "phrases in `searchQuery`",
  ],
  [
    "NEWS-29",
    "built",
    "decisions, News (doc 3, Endpoints)",
    "`fetchAfter` keeps the articles published on or after the given time.",
    "`fetchAfter`: after, or on and after",
  ],
  [
    "NEWS-30",
    "built",
    "decisions, News (doc 3, Endpoints)",
    "`fetchAfter` takes `YYYY-MM-DD`, meaning midnight UTC of that day, or an ISO 8601 time; anything else is 400.",
    "time of a bare date",
  ],
]);

/** Rules about the news operation. */
export const news = [...articles, ...filters];
