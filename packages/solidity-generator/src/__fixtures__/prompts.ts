/** The contract that a prompt must produce. Anything not listed must be absent or have its default value. */
export interface ExpectedContract {
  kind: string;
  name?: string;
  symbol?: string;
  /** Whole tokens that exist after deployment. */
  supply?: string;
  decimals?: number;
  /** Whole tokens that can ever exist. */
  cap?: string;
  baseUri?: string;
  access?: "ownable" | "roles" | "managed";
  upgradeable?: "uups" | "transparent";
  /** Each feature is checked by using it. */
  features: string[];
  /** Numbers from the prompt, each checked by the contract's behaviour. Times in seconds, shares in 1/100 %. */
  settings?: Record<string, number | string>;
}

/** A request in plain or sloppy English, and the contract that it asks for. */
export interface Prompt {
  prompt: string;
  expected: ExpectedContract;
}

const day = 86_400;
const year = 365 * day;

const erc20: Prompt[] = [
  {
    prompt: "Create an ERC20 token called Moon Coin with symbol MOON and a supply of 1,000,000.",
    expected: { kind: "erc20", name: "Moon Coin", symbol: "MOON", supply: "1000000", features: [] },
  },
  {
    prompt: "i want a token named DogeKing (DKG) 1 billion supply, burnable and mintable pls",
    expected: {
      kind: "erc20",
      name: "DogeKing",
      symbol: "DKG",
      supply: "1000000000",
      features: ["burnable", "mintable"],
    },
  },
  {
    prompt:
      "make me a coin, ticker ABC, name Alphabet Coin, 21 million total supply, 8 decimals, holders can burn",
    expected: {
      kind: "erc20",
      name: "Alphabet Coin",
      symbol: "ABC",
      supply: "21000000",
      decimals: 8,
      features: ["burnable"],
    },
  },
  {
    prompt: "erc-20 token 'Gold Bar' symbol GLD that is pausable and mintable, capped at 10 million tokens",
    expected: {
      kind: "erc20",
      name: "Gold Bar",
      symbol: "GLD",
      supply: "0",
      cap: "10000000",
      features: ["mintable", "pausable"],
    },
  },
  {
    prompt: "Write a governance token Votely (VOTE), 5m supply, with votes and permit",
    expected: {
      kind: "erc20",
      name: "Votely",
      symbol: "VOTE",
      supply: "5000000",
      features: ["votes", "permit"],
    },
  },
  {
    prompt: "need an upgradeable erc20 (uups) called Phoenix symbol PHX, mintable, role based access",
    expected: {
      kind: "erc20",
      name: "Phoenix",
      symbol: "PHX",
      supply: "0",
      access: "roles",
      upgradeable: "uups",
      features: ["mintable"],
    },
  },
  {
    prompt:
      "token w/ transparent proxy upgradability named Steady, ticker STDY, initial supply 250k, pausable",
    expected: {
      kind: "erc20",
      name: "Steady",
      symbol: "STDY",
      supply: "250000",
      upgradeable: "transparent",
      features: ["pausable"],
    },
  },
  {
    prompt: "Generate an ERC20 with flash minting. Name: FlashCash. Symbol: FLSH. Supply: 1000",
    expected: { kind: "erc20", name: "FlashCash", symbol: "FLSH", supply: "1000", features: ["flashmint"] },
  },
  {
    prompt: "meme token PepeRocket $PEPR 420 billion supply 2% tax on every transfer goes to the owner",
    expected: {
      kind: "erc20",
      name: "PepeRocket",
      symbol: "PEPR",
      supply: "420000000000",
      features: ["tax"],
      settings: { tax: 200 },
    },
  },
  {
    prompt:
      "erc20 named Whale Guard (WGRD), 100 million supply, anti whale: no wallet can hold more than 1% of supply",
    expected: {
      kind: "erc20",
      name: "Whale Guard",
      symbol: "WGRD",
      supply: "100000000",
      features: ["maxWallet"],
      settings: { maxWallet: 100 },
    },
  },
  {
    prompt: "simple token please",
    expected: { kind: "erc20", supply: "1000000", features: [] },
  },
  {
    prompt:
      "I need a token called Fixed Supply Coin, FSC, 777777 tokens, NOT mintable, not pausable, burnable",
    expected: {
      kind: "erc20",
      name: "Fixed Supply Coin",
      symbol: "FSC",
      supply: "777777",
      features: ["burnable"],
    },
  },
  {
    prompt:
      "Token Acme (ACME): mint with a minter role, pause with a pauser role, burn. 0 decimals. premint 500",
    expected: {
      kind: "erc20",
      name: "Acme",
      symbol: "ACME",
      supply: "500",
      decimals: 0,
      access: "roles",
      features: ["mintable", "pausable", "burnable"],
    },
  },
  {
    prompt:
      "an ERC20 whose admin functions are controlled by an access manager, name Managed Token symbol MGT, mintable",
    expected: {
      kind: "erc20",
      name: "Managed Token",
      symbol: "MGT",
      supply: "0",
      access: "managed",
      features: ["mintable"],
    },
  },
  {
    prompt: "erc20 token with gasless approvals (EIP-2612), called Gasless, GSL, 10k supply",
    expected: { kind: "erc20", name: "Gasless", symbol: "GSL", supply: "10000", features: ["permit"] },
  },
  {
    prompt:
      'create token "Utility Points" "UPT" max supply 50 million, initial supply 5 million, owner can mint more, burnable, blacklist function',
    expected: {
      kind: "erc20",
      name: "Utility Points",
      symbol: "UPT",
      supply: "5000000",
      cap: "50000000",
      features: ["mintable", "burnable", "blocklist"],
    },
  },
  {
    prompt:
      "cryptocurrency token for my startup: Solar Energy Token / SET / 2.5 million / stop transfers in emergency",
    expected: {
      kind: "erc20",
      name: "Solar Energy Token",
      symbol: "SET",
      supply: "2500000",
      features: ["pausable"],
    },
  },
  {
    prompt: "mintable+burnable+pausable erc20, ownable, Kitchen Sink (SINK), permit, votes, 1e6 supply",
    expected: {
      kind: "erc20",
      name: "Kitchen Sink",
      symbol: "SINK",
      supply: "1000000",
      access: "ownable",
      features: ["mintable", "burnable", "pausable", "permit", "votes"],
    },
  },
];

const stablecoins: Prompt[] = [
  {
    prompt:
      "a stablecoin called Euro Dollar symbol EURD with 6 decimals, mintable and burnable, can freeze bad users",
    expected: {
      kind: "stablecoin",
      name: "Euro Dollar",
      symbol: "EURD",
      supply: "0",
      decimals: 6,
      features: ["mintable", "burnable", "blocklist"],
    },
  },
  {
    prompt:
      "USD stable coin 'Safe Dollar' SUSD, only approved addresses (whitelist) may hold it, pausable, roles",
    expected: {
      kind: "stablecoin",
      name: "Safe Dollar",
      symbol: "SUSD",
      supply: "0",
      decimals: 6,
      access: "roles",
      features: ["mintable", "burnable", "pausable", "allowlist"],
    },
  },
  {
    prompt: "fiat backed stablecoin YenX (YENX), blocklist, uups upgradeable, pausable",
    expected: {
      kind: "stablecoin",
      name: "YenX",
      symbol: "YENX",
      supply: "0",
      decimals: 6,
      upgradeable: "uups",
      features: ["mintable", "burnable", "pausable", "blocklist"],
    },
  },
];

const erc721: Prompt[] = [
  {
    prompt: "NFT collection called Crypto Cats, symbol CAT, 5% royalties, max supply 10000",
    expected: {
      kind: "erc721",
      name: "Crypto Cats",
      symbol: "CAT",
      features: ["royalty", "maxSupply"],
      settings: { royalty: 500, maxSupply: 10_000 },
    },
  },
  {
    prompt: "erc721 with base uri ipfs://QmHash/ named Space Apes (APE) enumerable burnable",
    expected: {
      kind: "erc721",
      name: "Space Apes",
      symbol: "APE",
      baseUri: "ipfs://QmHash/",
      features: ["enumerable", "burnable"],
    },
  },
  {
    prompt:
      "i need an nft contract where people pay 0.05 ETH to mint, max 3 per wallet, 5000 total, name Pixel Punks ticker PXP",
    expected: {
      kind: "erc721",
      name: "Pixel Punks",
      symbol: "PXP",
      features: ["publicMint", "maxPerWallet", "maxSupply"],
      settings: { price: "0.05", maxPerWallet: 3, maxSupply: 5_000 },
    },
  },
  {
    prompt:
      "soulbound nft for certificates, name Academy Certificate symbol ACERT, each with its own token uri",
    expected: {
      kind: "erc721",
      name: "Academy Certificate",
      symbol: "ACERT",
      features: ["soulbound", "uriStorage"],
    },
  },
  {
    prompt: "Non-fungible token, pausable, upgradeable with UUPS, roles. Call it Land Deed, LAND",
    expected: {
      kind: "erc721",
      name: "Land Deed",
      symbol: "LAND",
      access: "roles",
      upgradeable: "uups",
      features: ["pausable"],
    },
  },
  {
    prompt: "free mint nft, 1 per wallet, supply 333, called Tiny Dinos (TINY)",
    expected: {
      kind: "erc721",
      name: "Tiny Dinos",
      symbol: "TINY",
      features: ["publicMint", "maxPerWallet", "maxSupply"],
      settings: { price: "0", maxPerWallet: 1, maxSupply: 333 },
    },
  },
  {
    prompt: "nft with voting power for a dao: Member Pass, MPASS, burnable",
    expected: { kind: "erc721", name: "Member Pass", symbol: "MPASS", features: ["votes", "burnable"] },
  },
  {
    prompt: "just an nft",
    expected: { kind: "erc721", features: [] },
  },
  {
    prompt:
      "ERC721 Art Blocks Clone (ABC) with 7.5 percent royalty (ERC2981) and pausable and per token URI storage",
    expected: {
      kind: "erc721",
      name: "Art Blocks Clone",
      symbol: "ABC",
      features: ["royalty", "pausable", "uriStorage"],
      settings: { royalty: 750 },
    },
  },
  {
    prompt:
      'collectible nfts "Rare Frogs", FROG. public mint price 0.01 eth. max supply 100. royalties 10%. burnable.',
    expected: {
      kind: "erc721",
      name: "Rare Frogs",
      symbol: "FROG",
      features: ["publicMint", "maxSupply", "royalty", "burnable"],
      settings: { price: "0.01", maxSupply: 100, royalty: 1_000 },
    },
  },
  {
    prompt: "transparent upgradeable ERC-721 named Vault Keys symbol KEYS with enumeration, no burning",
    expected: {
      kind: "erc721",
      name: "Vault Keys",
      symbol: "KEYS",
      upgradeable: "transparent",
      features: ["enumerable"],
    },
  },
];

const erc721Extensions: Prompt[] = [
  {
    prompt: "soulbound token for course certificates",
    expected: { kind: "erc721", features: ["soulbound"] },
  },
  { prompt: "rental NFT ERC4907", expected: { kind: "erc721", features: ["rental"] } },
  {
    prompt: "NFT called Busy Bees (BEE) with batch mint, max supply 500",
    expected: {
      kind: "erc721",
      name: "Busy Bees",
      symbol: "BEE",
      features: ["batchMint", "maxSupply"],
      settings: { maxSupply: 500 },
    },
  },
];

const erc1155: Prompt[] = [
  {
    prompt: "erc1155 for game items with uri https://game.example/items/{id}.json, burnable, name GameItems",
    expected: {
      kind: "erc1155",
      name: "GameItems",
      baseUri: "https://game.example/items/{id}.json",
      features: ["burnable"],
    },
  },
  {
    prompt: "multi token contract, pausable, tracks supply, 2.5% royalty, called Loot Box",
    expected: {
      kind: "erc1155",
      name: "Loot Box",
      features: ["pausable", "supplyTracking", "royalty"],
      settings: { royalty: 250 },
    },
  },
  {
    prompt: 'ERC-1155 semi fungible tickets "Festival Pass" with roles and uri that the owner can change',
    expected: { kind: "erc1155", name: "Festival Pass", access: "roles", features: ["updatableUri"] },
  },
  {
    prompt: "upgradeable (uups) erc1155 collection named Weapons burnable pausable",
    expected: { kind: "erc1155", name: "Weapons", upgradeable: "uups", features: ["burnable", "pausable"] },
  },
];

const governance: Prompt[] = [
  {
    prompt:
      "DAO governor called Mint DAO with 1 day voting delay, 1 week voting period, 4% quorum and a timelock of 2 days",
    expected: {
      kind: "governor",
      name: "Mint DAO",
      features: ["timelock"],
      settings: { votingDelay: day, votingPeriod: 7 * day, quorum: 400, timelock: 2 * day },
    },
  },
  {
    prompt: "simple governance contract, quorum 10%, voting lasts 3 days, no timelock",
    expected: { kind: "governor", features: [], settings: { votingPeriod: 3 * day, quorum: 1_000 } },
  },
  {
    prompt:
      "governor where you need 1000 tokens to propose, voting delay 2 days, period 5 days, quorum 20 percent, name Council",
    expected: {
      kind: "governor",
      name: "Council",
      features: ["timelock"],
      settings: { votingDelay: 2 * day, votingPeriod: 5 * day, quorum: 2_000, threshold: "1000" },
    },
  },
  {
    prompt: "on-chain governance for NFT holders (one nft one vote), quorum 5 nfts, voting period 2 days",
    expected: {
      kind: "governor",
      features: ["timelock", "nftVotes"],
      settings: { votingPeriod: 2 * day, quorumAbsolute: "5" },
    },
  },
  {
    prompt:
      "a dao with its own token GovCoin (GOV), 24 hour voting, 30% quorum, 1 hour delay, timelock 1 day",
    expected: {
      kind: "governor",
      symbol: "GOV",
      features: ["timelock"],
      settings: { votingDelay: 3_600, votingPeriod: day, quorum: 3_000, timelock: day },
    },
  },
];

const vesting: Prompt[] = [
  {
    prompt: "vesting contract for team tokens, 1 year cliff and 4 years total, linear",
    expected: { kind: "vesting", features: [], settings: { cliff: year, duration: 4 * year } },
  },
  {
    prompt: "token vesting 6 months cliff, 24 month duration, revocable by owner",
    expected: {
      kind: "vesting",
      features: ["revocable"],
      settings: { cliff: 180 * day, duration: 720 * day },
    },
  },
  {
    prompt: "linear vesting over 12 months no cliff 10% released at start",
    expected: {
      kind: "vesting",
      features: [],
      settings: { cliff: 0, duration: 360 * day, initialRelease: 1_000 },
    },
  },
  {
    prompt: "lock tokens for 2 years then release them all",
    expected: { kind: "vesting", features: [], settings: { cliff: 2 * year, duration: 2 * year } },
  },
];

const timelocks: Prompt[] = [
  {
    prompt: "timelock controller with 48 hours minimum delay",
    expected: { kind: "timelock", features: [], settings: { delay: 2 * day } },
  },
  {
    prompt: "I want a time lock contract for admin actions, delay 3 days, anyone can execute",
    expected: { kind: "timelock", features: ["openExecution"], settings: { delay: 3 * day } },
  },
];

const staking: Prompt[] = [
  {
    prompt: "staking contract, 12% APR, 30 day lock",
    expected: { kind: "staking", features: ["lock"], settings: { apr: 1_200, lock: 30 * day } },
  },
  {
    prompt: "stake my token and earn 1000 reward tokens per day shared between stakers",
    expected: { kind: "staking", features: [], settings: { rewardPerDay: "1000" } },
  },
  {
    prompt: "staking pool w/ emergency withdraw, pausable, apy 8%",
    expected: { kind: "staking", features: ["emergencyWithdraw", "pausable"], settings: { apr: 800 } },
  },
  {
    prompt:
      "nft staking? no, just erc20 staking, 25 percent apr, lock period 7 days with 10% penalty for early withdrawal",
    expected: {
      kind: "staking",
      features: ["lock", "earlyPenalty"],
      settings: { apr: 2_500, lock: 7 * day, earlyPenalty: 1_000 },
    },
  },
];

const crowdsales: Prompt[] = [
  {
    prompt: "ICO crowdsale, 1 ETH = 5000 tokens, hard cap 100 ETH, 30 days",
    expected: {
      kind: "crowdsale",
      features: ["hardCap", "duration"],
      settings: { rate: "5000", hardCap: "100", duration: 30 * day },
    },
  },
  {
    prompt:
      "presale contract rate 2000 tokens per eth, soft cap 10 eth with refunds, hard cap 50 eth, runs 2 weeks, min 0.1 eth max 2 eth per buyer",
    expected: {
      kind: "crowdsale",
      features: ["hardCap", "softCap", "duration", "minimum", "maximum"],
      settings: {
        rate: "2000",
        softCap: "10",
        hardCap: "50",
        duration: 14 * day,
        minimum: "0.1",
        maximum: "2",
      },
    },
  },
  {
    prompt: "token sale with whitelist, 1000 tokens for each eth, owner can pause",
    expected: { kind: "crowdsale", features: ["whitelist", "pausable"], settings: { rate: "1000" } },
  },
];

const escrows: Prompt[] = [
  {
    prompt: "escrow between buyer and seller with an arbiter who settles disputes",
    expected: { kind: "escrow", features: ["arbiter"] },
  },
  {
    prompt: "escrow smart contract, buyer gets money back if seller doesnt deliver within 14 days, 1% fee",
    expected: { kind: "escrow", features: ["deadline", "fee"], settings: { deadline: 14 * day, fee: 100 } },
  },
  {
    prompt: "ERC20 escrow, arbitrated, 2.5% platform fee",
    expected: { kind: "escrow", features: ["arbiter", "fee", "tokenPayment"], settings: { fee: 250 } },
  },
];

const multisigs: Prompt[] = [
  {
    prompt: "2 of 3 multisig wallet",
    expected: { kind: "multisig", features: [], settings: { threshold: 2, owners: 3 } },
  },
  {
    prompt: "multi-sig wallet with 5 owners that needs 3 confirmations",
    expected: { kind: "multisig", features: [], settings: { threshold: 3, owners: 5 } },
  },
  {
    prompt: "multisignature wallet, 4/6 signers",
    expected: { kind: "multisig", features: [], settings: { threshold: 4, owners: 6 } },
  },
];

const airdrops: Prompt[] = [
  {
    prompt: "merkle airdrop claim contract, claims close after 90 days",
    expected: { kind: "airdrop", features: ["merkle", "deadline"], settings: { deadline: 90 * day } },
  },
  {
    prompt: "airdrop contract to send tokens to many wallets at once",
    expected: { kind: "airdrop", features: ["batch"] },
  },
  {
    prompt: "air drop: users on the list claim with a merkle proof, pausable",
    expected: { kind: "airdrop", features: ["merkle", "pausable"] },
  },
];

const marketplaces: Prompt[] = [
  {
    prompt: "NFT marketplace with 2.5% fee that pays creator royalties",
    expected: { kind: "marketplace", features: ["fee", "royalties"], settings: { fee: 250 } },
  },
  {
    prompt: "market place to list and buy nfts, no fees, pausable",
    expected: { kind: "marketplace", features: ["pausable"] },
  },
  {
    prompt: "nft market with offers, 3% commission",
    expected: { kind: "marketplace", features: ["fee", "offers"], settings: { fee: 300 } },
  },
];

const splitters: Prompt[] = [
  {
    prompt: "payment splitter that splits eth 60/30/10 between three people",
    expected: { kind: "splitter", features: [], settings: { shares: "60,30,10" } },
  },
  {
    prompt:
      "split revenue between 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 (75%) and 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC (25%)",
    expected: { kind: "splitter", features: [], settings: { shares: "75,25" } },
  },
];

const vaults: Prompt[] = [
  {
    prompt: "tokenized vault ERC4626 called Yield Vault symbol yVLT",
    expected: { kind: "vault", name: "Yield Vault", symbol: "yVLT", features: [] },
  },
  {
    prompt: "ERC4626 vault with 1% withdrawal fee",
    expected: { kind: "vault", features: ["fee"], settings: { fee: 100 } },
  },
];

/** The prompts that the generator is evaluated with. They were written before it. */
export const prompts: Prompt[] = [
  ...erc20,
  ...stablecoins,
  ...erc721,
  ...erc721Extensions,
  ...erc1155,
  ...governance,
  ...vesting,
  ...timelocks,
  ...staking,
  ...crowdsales,
  ...escrows,
  ...multisigs,
  ...airdrops,
  ...marketplaces,
  ...splitters,
  ...vaults,
];

/** Follow-up requests: each one changes the contract of the previous one. */
export const conversations: { turns: Prompt[] }[] = [
  {
    turns: [
      {
        prompt: "Create an ERC20 token called Moon Coin with symbol MOON and a supply of 1,000,000.",
        expected: { kind: "erc20", name: "Moon Coin", symbol: "MOON", supply: "1000000", features: [] },
      },
      {
        prompt: "now make it pausable",
        expected: {
          kind: "erc20",
          name: "Moon Coin",
          symbol: "MOON",
          supply: "1000000",
          features: ["pausable"],
        },
      },
      {
        prompt: "and burnable, and change the supply to 5 million",
        expected: {
          kind: "erc20",
          name: "Moon Coin",
          symbol: "MOON",
          supply: "5000000",
          features: ["pausable", "burnable"],
        },
      },
      {
        prompt: "remove the pause again. use roles, let it be mintable",
        expected: {
          kind: "erc20",
          name: "Moon Coin",
          symbol: "MOON",
          supply: "5000000",
          access: "roles",
          features: ["burnable", "mintable"],
        },
      },
    ],
  },
  {
    turns: [
      {
        prompt: "nft called Blue Birds (BLUE) with 5% royalty",
        expected: {
          kind: "erc721",
          name: "Blue Birds",
          symbol: "BLUE",
          features: ["royalty"],
          settings: { royalty: 500 },
        },
      },
      {
        prompt: "rename it to Red Birds and make the royalty 7%",
        expected: {
          kind: "erc721",
          name: "Red Birds",
          symbol: "BLUE",
          features: ["royalty"],
          settings: { royalty: 700 },
        },
      },
      {
        prompt: "make it upgradeable",
        expected: {
          kind: "erc721",
          name: "Red Birds",
          symbol: "BLUE",
          upgradeable: "uups",
          features: ["royalty"],
          settings: { royalty: 700 },
        },
      },
    ],
  },
  {
    turns: [
      {
        prompt: "staking contract, 12% APR, 30 day lock",
        expected: { kind: "staking", features: ["lock"], settings: { apr: 1_200, lock: 30 * day } },
      },
      {
        prompt: "lock should be 60 days and add an emergency withdraw",
        expected: {
          kind: "staking",
          features: ["lock", "emergencyWithdraw"],
          settings: { apr: 1_200, lock: 60 * day },
        },
      },
    ],
  },
];
