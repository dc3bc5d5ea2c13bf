import { z } from "zod";

/** Feeds of well-known outlets and chain projects, used unless the operator configures others. */
const defaultFeeds: [name: string, url: string][] = [
  ["CoinDesk", "https://www.coindesk.com/arc/outboundfeeds/rss/"],
  ["Cointelegraph", "https://cointelegraph.com/rss"],
  ["Decrypt", "https://decrypt.co/feed"],
  ["The Block", "https://www.theblock.co/rss.xml"],
  ["Blockworks", "https://blockworks.co/feed"],
  ["Bitcoin Magazine", "https://bitcoinmagazine.com/feed"],
  ["The Defiant", "https://thedefiant.io/api/feed"],
  ["DL News", "https://www.dlnews.com/arc/outboundfeeds/rss/"],
  ["CryptoSlate", "https://cryptoslate.com/feed/"],
  ["BeInCrypto", "https://beincrypto.com/feed/"],
  ["NewsBTC", "https://www.newsbtc.com/feed/"],
  ["Bitcoinist", "https://bitcoinist.com/feed/"],
  ["U.Today", "https://u.today/rss"],
  ["CoinJournal", "https://coinjournal.net/feed/"],
  ["Protos", "https://protos.com/feed/"],
  ["Web3 is Going Just Great", "https://www.web3isgoinggreat.com/feed.xml"],
  ["Ethereum Foundation", "https://blog.ethereum.org/feed.xml"],
  ["Bitcoin Core", "https://bitcoincore.org/en/rss.xml"],
  ["Bitcoin Optech", "https://bitcoinops.org/feed.xml"],
  ["Solidity", "https://soliditylang.org/feed.xml"],
  ["Chainlink", "https://blog.chain.link/feed/"],
  ["Kraken", "https://blog.kraken.com/feed"],
  ["Monero", "https://www.getmonero.org/feed.xml"],
  ["Tezos", "https://spotlight.tezos.com/feed/"],
  ["Cosmos", "https://blog.cosmos.network/feed"],
  ["Avalanche", "https://medium.com/feed/avalancheavax"],
  ["Arbitrum", "https://medium.com/feed/offchainlabs"],
  ["Celo", "https://blog.celo.org/feed"],
  ["Polkadot", "https://medium.com/feed/polkadot-network"],
  ["Trail of Bits", "https://blog.trailofbits.com/feed/"],
];

const feedSchema = z.strictObject({
  name: z.string().min(1).max(100),
  url: z.url({
    protocol: /^https?$/,
    error: "must be the http or https URL of a feed, or of a page that links to one",
  }),
  /** How much a report of this outlet counts for the importance of a story. */
  weight: z.number().min(0).max(10).default(1),
});

/** The news section of mintwright.yaml. Off by default, so that a worker makes no outside request unasked. */
export const newsSchema = z
  .strictObject({
    gather: z.boolean().default(false),
    feeds: z
      .array(feedSchema)
      .max(10_000)
      .default(defaultFeeds.map(([name, url]) => ({ name, url, weight: 1 }))),
    /** Articles that each account reads in the dashboard without a charge, per day (UTC). */
    freeArticlesPerDay: z.int().min(0).max(100_000).default(30),
    minIntervalInSeconds: z.int().min(1).max(86_400).default(300),
  })
  .prefault({});
