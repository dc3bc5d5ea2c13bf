export interface NameEntry {
  id: number;
  sure?: RegExp;
  /** A name that is also an ordinary word: counts only when written as a name in a text about chains. */
  name?: string;
  hint?: RegExp;
  /** Other meanings of the name, removed before matching. */
  not?: RegExp;
}

/** Nouns that mark the word before as a chain's name: "Flow blockchain", "Base network". */
const chainNouns =
  "network|blockchain|chain|mainnet|testnet|foundation|ecosystem|protocol|validators?|collators?|bakers?|developers?|users?|dapps?|dao|nfts?|wallet|wallets|defi|bridge|governance|delegates?|community|layer|labs|hub|token|tokens|nodes?|treasury|collective|superchain|staking|dex|yield|lending|metaverse|launchpad|grants|contracts?|evm|zkevm|subnets?|creditors?|users|holders|artists|marketplace|native|camp|accelerator|web3|consensus|deposits|block|video";

/** How likely an ambiguous word is meant as a name: 0 not at all, 1 possibly, 2 certainly. */
export function weighName(text: string, name: string): 0 | 1 | 2 {
  const followed = new RegExp(`\\b${name}(['’]s)?[ -](?:${chainNouns})\\b`, "i");
  const isNamed = new RegExp(`\\b${name}\\b`).test(text);
  if (!isNamed) return 0;
  if (followed.test(text) && new RegExp(`\\b${name}(['’]s)?[ -]`).test(text)) return 2;
  if (
    new RegExp(
      `\\b(?:on|to|from|via|between|behind|for|of|by|and|across|joins?|picks?|adopts?|in) ${name}\\b(?! [A-Z])`,
    ).test(text)
  )
    return 2;
  if (new RegExp(`\\b${name}['’]s\\b`).test(text)) return 2;
  return 1;
}

export const networkLexicon: NameEntry[] = [
  {
    id: 11,
    sure: /\b(?:bitcoins?|ordinals|lightning network)\b/i,
    not: /\b(?:bitcoin cash|wrapped bitcoin|bitcoin\.com)\b/gi,
  },
  { id: 12, sure: /\b(?:bnb(?: smart)? chain|bsc|binance smart chain|binance chain|opbnb|pancakeswap)\b/i },
  { id: 13, sure: /\b(?:celo|minipay)\b/i },
  {
    id: 14,
    name: "Cosmos",
    sure: /\b(?:cosmos (?:hub|sdk|network|ecosystem|ibc)|cometbft|tendermint)\b/i,
    hint: /\b(?:atom|ibc|validators?|hub|governance|chains?)\b/i,
    not: /\bcosmos-(?:themed|based)\b|\bthe cosmos\b/gi,
  },
  {
    id: 15,
    sure: /\b(?:ethereum|erc-?20|pectra|fusaka|cryptopunks?)\b/i,
    not: /\bethereum classic\b|\bethereum-compatible\b/gi,
  },
  { id: 16, sure: /\b(?:fantom|ftm)\b/i },
  {
    id: 17,
    name: "Flow",
    sure: /\bnba top shot\b/i,
    hint: /\b(?:nfts?|blockchain|dapper|metaverse|cadence|collectibles?)\b/i,
    not: /\b(?:cash|order|capital|money|fund) flow\b/gi,
  },
  { id: 18, sure: /\blitecoin\b/i },
  { id: 19, sure: /\bmonero\b/i },
  {
    id: 20,
    name: "Polygon",
    sure: /\b(?:polygon (?:zkevm|pos|labs|network|chain)|polygon-based|heimdall)\b/i,
    not: /\bpolygon shapes?\b|\bpolygons\b/gi,
  },
  { id: 21, sure: /\b(?:xrp ledger|xrpl|rlusd)\b/i },
  { id: 22, sure: /\b(?:solana|firedancer|alpenglow)\b/i },
  {
    id: 23,
    name: "Tron",
    sure: /\b(?:tron(?:link| network| foundation| dao)|trc-?20|bttc|justin sun)\b/i,
    not: /\b(?:film|movie) tron\b|\btron:? (?:legacy|ares)\b/gi,
  },
  {
    id: 24,
    name: "Terra",
    sure: /\b(?:terraform|terrausd|terra luna|luna classic|terra classic)\b/i,
    hint: /\b(?:ust|luna|kwon|algorithmic|collapse|stablecoin)\b/i,
    not: /\bterra (?:firma|cotta|incognita)\b/gi,
  },
  { id: 25, sure: /\b(?:tezos|xtz|etherlink|fxhash)\b/i },
  { id: 26, sure: /\bWAX\b|\bwax blockchain\b|\batomichub\b/ },
  { id: 27, sure: /\balgorand\b|\bALGO\b/i },
  { id: 28, sure: /\b(?:arbitrum|ARB)\b/i },
  { id: 29, name: "Astar", sure: /\bastar\b/i },
  {
    id: 30,
    name: "Aurora",
    sure: /\b(?:rainbow bridge|aurora (?:network|evm|labs))\b/i,
    hint: /\b(?:near|evm|dex|bridge|defi|cross-chain|swaps?)\b/i,
    not: /\baurora (?:borealis|australis|lights)\b/gi,
  },
  {
    id: 31,
    name: "Avalanche",
    sure: /\b(?:avalanche (?:c-chain|subnets?|foundation|l1s?|network))\b/i,
    hint: /\b(?:avax|subnet|c-chain|validators?|defi|consensus|token)\b/i,
    not: /\b(?:an|the|weekend|snow) avalanche\b|\bavalanche of\b|\bavalanches\b/gi,
  },
  {
    id: 32,
    name: "Base",
    sure: /\b(?:coinbase['’]s (?:layer[ -]2|l2|network|base)|coinbase-incubated|coinbase layer 2|base (?:mainnet|network|chain)|jesse pollak)\b/i,
    hint: /\b(?:coinbase|layer[ -]2|l2|rollup|superchain|sequencer|pollak|morpho|aerodrome|onchain)\b/i,
    not: /\bbase (?:case|line|layer|fee|rate|class|classes|contract|contract['’]s|metals?|currency|pair|price|money|station|camp)\b/gi,
  },
  { id: 34, sure: /\b(?:cardano|plutus|hoskinson)\b/i },
  { id: 36, name: "Cronos", sure: /\bcronos\b(?! (?:film|and|the god))/i },
  { id: 37, name: "Moonbeam", sure: /\bmoonbeam\b/i },
  { id: 38, sure: /\b(?:DEP|deapcoin|playmining)\b/i, not: /\bdep(?:s|t)\b/gi },
  {
    id: 41,
    name: "Harmony",
    sure: /\bharmony (?:one|network|protocol|bridge|blockchain|hard fork)\b|\bhorizon (?:hack|bridge)\b/i,
    hint: /\b(?:bridge|validators?|shards?|blockchain|cross-chain|horizon|staking)\b/i,
    not: /\b(?:in|needs|with|perfect) harmony\b/gi,
  },
  { id: 43, sure: /\b(?:oasis sapphire|sapphire (?:paratime|network)|on sapphire)\b/i },
  {
    id: 42,
    name: "Oasis",
    sure: /\boasis (?:network|protocol|foundation|labs|rose|grants)\b/i,
    hint: /\b(?:web3|privacy|rose|paratime|confidential|blockchain)\b/i,
    not: /\boasis sapphire\b|\b(?:an|the|old) oasis\b/gi,
  },
  {
    id: 44,
    name: "Ontology",
    sure: /\b(?:ontology (?:network|blockchain)|ONT ID|on ontology)\b/i,
    hint: /\b(?:ledger|blockchain|identity|enterprise|records?)\b/i,
  },
  {
    id: 45,
    name: "Optimism",
    sure: /\b(?:op mainnet|op stack|optimism (?:collective|foundation|governance|superchain|network)|superchain)\b/i,
    hint: /\b(?:op|layer[ -]2|rollup|citizens|token house|delegates|sequencer|liquidity)\b/,
    not: /\boptimism (?:gauge|returns|about|over|grows|fades|that|among)\b/gi,
  },
  { id: 47, sure: /\bplaton\b/i },
  {
    id: 49,
    name: "Rangers",
    sure: /\brangers (?:protocol|network|blockchain)\b/i,
    hint: /\b(?:blockchain|evm|token sale|nft)\b/i,
    not: /\b(?:park|forest|texas|glasgow|new york|power) rangers\b/gi,
  },
  {
    id: 50,
    name: "Ronin",
    sure: /\b(?:axie|sky mavis|ronin (?:network|chain|bridge|wallet))\b/i,
    hint: /\b(?:games?|gaming|players?|axie|nft|metaverse|lunacia|bridge)\b/i,
    not: /\bronin-style\b/gi,
  },
  { id: 51, sure: /\bshiden\b/i },
  { id: 52, sure: /\bSKALE\b|\bskale network\b/ },
  {
    id: 54,
    name: "Stacks",
    sure: /\b(?:STX|sbtc|stacks (?:network|blockchain|foundation|nakamoto))\b/,
    hint: /\b(?:stx|bitcoin|start-ups|web3|developers|decentralized|clarity)\b/i,
    not: /\bstacks (?:up|of)\b/gi,
  },
  { id: 55, sure: /\bstargaze\b/i },
  { id: 56, sure: /\bsteem(?:it)?\b/i },
  { id: 57, sure: /\bsx (?:network|bet|rollup)\b/i },
  { id: 59, sure: /\b(?:telos evm|tevm)\b/i },
  {
    id: 58,
    name: "Telos",
    sure: /\btelos (?:network|blockchain|dao|native|governance|block|foundation)\b/i,
    hint: /\b(?:block producers?|smart contracts?|network|delegates|governance)\b/i,
    not: /\btelos evm\b|\bthe telos of\b/gi,
  },
  {
    id: 61,
    name: "Theta",
    sure: /\btheta (?:network|edge|labs|fuel|edgecloud)\b|\bTFUEL\b/i,
    hint: /\b(?:edge|video|network|dapp|gpu|tfuel|nodes?)\b/i,
    not: /\btheta decay\b|\btheta (?:gang|waves?)\b/gi,
  },
  { id: 62, sure: /\bthundercore\b/i },
];

/** Tokens. Tickers are case-sensitive, because LINK, DOT and SOL are words as well. */
export const tokenLexicon: NameEntry[] = [
  { id: 79, sure: /\b(?:BTC|XBT|[Bb]itcoins?)\b/, not: /\b[Bb]itcoin [Cc]ash\b|\b[Ww]rapped [Bb]itcoin\b/g },
  { id: 80, sure: /\b(?:ETH|[Ee]ther|[Ee]thers)\b/ },
  { id: 81, sure: /\b(?:USDT|Tether)\b/ },
  { id: 82, sure: /\bBNB\b(?! (?:[Cc]hain|[Ss]mart [Cc]hain))/ },
  { id: 83, sure: /\bXRP\b(?! [Ll]edger)|\bRipple\b/ },
  { id: 84, sure: /\b(?:USDC|USD Coin)\b/ },
  { id: 85, sure: /\bSOL\b/, not: /\bSOL [Yy]\b/g },
  { id: 86, sure: /\bADA\b|\bada\b/, not: /\bADA (?:compliance|lawsuit|act|accessib\w+)\b/gi },
  {
    id: 87,
    sure: /\b(?:DOGE|[Dd]ogecoin)\b/,
    not: /\bDOGE (?:team|cuts|staff|office)\b|\bDepartment of Government Efficiency\b/g,
  },
  { id: 88, sure: /\bTRX\b/ },
  { id: 89, sure: /\b(?:TON|[Tt]oncoin)\b/ },
  { id: 90, sure: /\b(?:DAI|Dai)\b/, not: /\bDai (?:Nippon|Nam|Wei)\b/g },
  { id: 91, sure: /\bMATIC\b/ },
  { id: 92, sure: /\b(?:DOT|[Pp]olkadot)\b/, not: /\bDOT (?:rules|agency|secretary)\b/g },
  { id: 93, sure: /\b(?:LTC|[Ll]itecoin)\b/ },
  { id: 94, sure: /\b(?:WBTC|[Ww]rapped [Bb]itcoin)\b/ },
  { id: 95, sure: /\b(?:BCH|[Bb]itcoin [Cc]ash)\b/ },
  { id: 96, sure: /\b(?:LINK|[Cc]hainlink)\b/ },
  { id: 97, sure: /\b(?:SHIB|[Ss]hiba [Ii]nu)\b/ },
  { id: 98, sure: /\b(?:LEO|UNUS SED LEO|[Uu]nus [Ss]ed [Ll]eo)\b/, not: /\bLEO satellites?\b/g },
  { id: 99, sure: /\b(?:TUSD|[Tt]rue ?USD)\b/ },
  { id: 100, sure: /\bAVAX\b/ },
  {
    id: 101,
    sure: /\b(?:XLM|[Ll]umens?)\b|\bStellar\b(?= (?:network|blockchain|anchors?|foundation|development|lumens?)|['’]s)|\b(?:on|adopts|to) Stellar\b/,
  },
  { id: 102, sure: /\b(?:XMR|[Mm]onero)\b/ },
  { id: 103, sure: /\bOKB\b/ },
  { id: 104, sure: /\bATOM\b/ },
  { id: 105, sure: /\b(?:UNI|[Uu]niswap)\b/ },
  { id: 106, sure: /\b(?:ETC|[Ee]thereum [Cc]lassic)\b/ },
  { id: 107, sure: /\b(?:BUSD|Binance USD)\b/ },
  { id: 108, sure: /\b(?:HBAR|[Hh]edera)\b/ },
];

/** The coin of each network: an article about the network is also about its coin. */
export const coinOfNetwork: Record<number, number> = {
  11: 79,
  12: 82,
  14: 104,
  15: 80,
  18: 93,
  19: 102,
  20: 91,
  21: 83,
  22: 85,
  23: 88,
  31: 100,
  34: 86,
};
