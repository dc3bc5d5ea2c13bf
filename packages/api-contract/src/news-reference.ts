export const newsCategories = [
  { id: 3, name: "DAO" },
  { id: 4, name: "DApps" },
  { id: 5, name: "DeFi" },
  { id: 6, name: "Lending" },
  { id: 7, name: "Metaverse" },
  { id: 8, name: "NFT" },
  { id: 9, name: "Stablecoins" },
  { id: 64, name: "Cryptocurrency" },
  { id: 65, name: "Decentralized" },
  { id: 66, name: "Smart Contracts" },
  { id: 67, name: "Distributed Ledger" },
  { id: 68, name: "Cryptography" },
  { id: 69, name: "Digital Assets" },
  { id: 70, name: "Tokenization" },
  { id: 71, name: "Consensus Mechanisms" },
  { id: 72, name: "ICO (Initial Coin Offering)" },
  { id: 73, name: "Crypto Wallets" },
  { id: 74, name: "Web3.0" },
  { id: 75, name: "Interoperability" },
  { id: 76, name: "Mining" },
  { id: 77, name: "Cross-Chain Transactions" },
  { id: 78, name: "Exchange" },
] as const;

/** A blockchain or ecosystem. Its articles are stored under `canonicalId`. */
export interface NewsNetwork {
  id: number;
  name: string;
  canonicalId: number;
}

/** Seven networks of the specification have two ids. The first one is canonical. */
export const newsNetworks: readonly NewsNetwork[] = (
  [
    [11, "Bitcoin"],
    [12, "BNB Chain"],
    [13, "Celo"],
    [14, "Cosmos"],
    [15, "Ethereum"],
    [16, "Fantom"],
    [17, "Flow"],
    [18, "Litecoin"],
    [19, "Monero"],
    [20, "Polygon"],
    [21, "XRP Ledger"],
    [22, "Solana"],
    [23, "Tron"],
    [24, "Terra"],
    [25, "Tezos"],
    [26, "WAX"],
    [27, "Algorand"],
    [28, "Arbitrum"],
    [29, "Astar"],
    [30, "Aurora"],
    [31, "Avalanche"],
    [32, "Base"],
    [33, "Binance Smart Chain", 12],
    [34, "Cardano"],
    [35, "Celo", 13],
    [36, "Cronos"],
    [37, "Moonbeam"],
    [38, "DEP"],
    [39, "Ethereum", 15],
    [40, "Fantom", 16],
    [41, "Harmony"],
    [42, "Oasis"],
    [43, "Oasis Sapphire"],
    [44, "Ontology"],
    [45, "Optimism"],
    [46, "Other"],
    [47, "PlatON"],
    [48, "Polygon", 20],
    [49, "Rangers"],
    [50, "Ronin"],
    [51, "Shiden"],
    [52, "SKALE"],
    [53, "Solana", 22],
    [54, "Stacks"],
    [55, "Stargaze"],
    [56, "Steem"],
    [57, "SX Network"],
    [58, "Telos"],
    [59, "Telos EVM"],
    [60, "Tezos", 25],
    [61, "Theta"],
    [62, "ThunderCore"],
  ] as [number, string, number?][]
).map(([id, name, canonicalId = id]) => ({ id, name, canonicalId }));

/** The network of articles that belong to none in particular. */
export const otherNetworkId = 46;

export const newsTokens = [
  { id: 79, symbol: "BTC", name: "Bitcoin" },
  { id: 80, symbol: "ETH", name: "Ether" },
  { id: 81, symbol: "USDT", name: "Tether" },
  { id: 82, symbol: "BNB", name: "BNB" },
  { id: 83, symbol: "XRP", name: "XRP" },
  { id: 84, symbol: "USDC", name: "USD Coin" },
  { id: 85, symbol: "SOL", name: "Solana" },
  { id: 86, symbol: "ADA", name: "Cardano" },
  { id: 87, symbol: "DOGE", name: "Dogecoin" },
  { id: 88, symbol: "TRX", name: "Tron" },
  { id: 89, symbol: "TON", name: "Toncoin" },
  { id: 90, symbol: "DAI", name: "Dai" },
  { id: 91, symbol: "MATIC", name: "Polygon" },
  { id: 92, symbol: "DOT", name: "Polkadot" },
  { id: 93, symbol: "LTC", name: "Litecoin" },
  { id: 94, symbol: "WBTC", name: "Wrapped Bitcoin" },
  { id: 95, symbol: "BCH", name: "Bitcoin Cash" },
  { id: 96, symbol: "LINK", name: "Chainlink" },
  { id: 97, symbol: "SHIB", name: "Shiba Inu" },
  { id: 98, symbol: "LEO", name: "UNUS SED LEO" },
  { id: 99, symbol: "TUSD", name: "TrueUSD" },
  { id: 100, symbol: "AVAX", name: "Avalanche" },
  { id: 101, symbol: "XLM", name: "Stellar" },
  { id: 102, symbol: "XMR", name: "Monero" },
  { id: 103, symbol: "OKB", name: "OKB" },
  { id: 104, symbol: "ATOM", name: "Cosmos" },
  { id: 105, symbol: "UNI", name: "Uniswap" },
  { id: 106, symbol: "ETC", name: "Ethereum Classic" },
  { id: 107, symbol: "BUSD", name: "Binance USD" },
  { id: 108, symbol: "HBAR", name: "Hedera" },
] as const;

const canonicalById = new Map(newsNetworks.map(({ id, canonicalId }) => [id, canonicalId]));

/** Gets the id under which a network's articles are stored: 39 and 15 are both 15. */
export function toCanonicalNetworkId(id: number): number {
  return canonicalById.get(id) ?? id;
}
