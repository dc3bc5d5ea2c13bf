const list = (text: string) => text.trim().split(/\s+/);

export const stopWords: ReadonlySet<string> = new Set(
  list(`a an the and or but of in on at to for from by with without as is are was were be been being it its this that these
  those he she his her they their them we our you your i who which what when where why how not no nor so than then there here
  after before over under above below between into out up down off again more most less least very can could may might must
  shall should will would do does did has have had one two three new also just still yet now via about against amid among per
  says said say told according while during since until if only own same such too both each any all some other another first
  last next week day month year monday tuesday wednesday thursday friday saturday sunday today report reports data show shows`),
);

/** Words that occur in half of all crypto news: they do not identify a story. */
export const commonWords: ReadonlySet<string> = new Set(
  list(`bitcoin ethereum solana crypto cryptocurrency token tokens coin coins blockchain chain network exchange market markets price
  trade trader traders trading fund funds etf etfs company firm firms platform million billion dollar dollars us stablecoin
  holder holders user users customer customers investor investors wallet wallets hack hacked hacker hackers attack attacker deal buy buys sell sells
  launch launches asset assets digital digit defi nft mining miner miners protocol stock stocks share shares treasury founder
  ceo sec regulator senate house act bill law bank plan plans set get gets make makes take takes hit hits record high low rise rises fall falls back time group`),
);

const groups = [
  "bitcoin btc xbt",
  "ethereum eth ether",
  "solana sol",
  "cardano ada",
  "dogecoin doge",
  "litecoin ltc",
  "monero xmr",
  "zcash zec",
  "uniswap uni",
  "chainlink link",
  "polkadot dot",
  "avalanche avax",
  "polygon matic",
  "tether usdt",
  "exploit exploited hack hacked hacker hackers attack attacker theft heist stolen steal breach drained drains",
  "buy buys bought purchase purchases purchased acquire acquires acquired acquisition takeover",
  "sell sells sold sale sales",
  "fall falls fell drop drops dropped slide slides slump slips tumble dips plunge sinks down lower",
  "rise rises rose gain gains gained climb climbs climbed jump jumps jumped soar soars soared surge surges surged rally rallies rallied tops up higher",
  "halt halts halted pause pauses paused suspend suspends stop stops stopped stalls stall outage down",
  "approve approves approved approval pass passes passed clears cleared backs backed",
  "reject rejects rejected veto vetoes vetoed",
  "launch launches launched debut debuts unveil unveils unveiled live introduces arrives comes opens",
  "plan plans planned aims wants seeks",
  "sentence sentenced prison jail term",
  "guilty plead pleads pleaded plea admits admitted convicted convicts",
  "lawsuit sue sues sued case suit court",
  "sec regulator watchdog",
  "licence license charter",
  "raise raises raised",
  "end ends ended over closes closed",
  "inflow inflows flows flow",
  "outflow outflows redemptions bleed",
  "token tokens",
  "return returns returned repay repaid recovers recovered clawed claws",
  "fee fees",
  "europe european eu",
  "america american us usa",
  "korea korean",
  "russia russian",
  "china chinese",
  "iran iranian",
  "india indian",
  "japan japanese",
  "france french",
  "germany german",
  "britain british uk london",
  "argentina argentine",
  "cambodia cambodian",
  "switzerland swiss",
  "brazil brazilian",
  "reorg reorgs reorganise reorganises reorganised reorganization reorganisation",
  "split splits divided",
  "move moves moved shifts shifted sends sent transfer transfers",
  "freeze freezes frozen froze blocks blocked blacklists",
  "judge judges jury jurors",
  "collapse collapsed slump crash",
  "ipo listing list lists listed",
];

/** Synonyms used by outlets, each mapped to the first word of its group. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) => {
    const words = list(group);
    return words.map((word) => [word, words[0] ?? word] as const);
  }),
);
