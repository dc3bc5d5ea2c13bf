import { type ContractKind, type ContractPlan, has } from "../plan.ts";
import { serviceVocabulary } from "./service-vocabulary.ts";

/**
 * Phrases that describe what the contract of a kind does in any case. A phrase is listed only if every contract of
 * the kind, or every contract with the stated feature, does what it says.
 */
type Phrases = (plan: ContractPlan) => (string | false)[];

const supply = String.raw`(?:max(?:imum)?|total|initial(?:ly)?|fixed|limited|token|circulating|full)? ?\bsupply|supply`;
const owner = "(?:the |an? )?(?:contract )?(?:owner|admin|deployer|creator)";
const recipient = String.raw`(?:the |a |my |our )?(?:owner|treasury|deployer|(?:\w+ )?wallet|dev(?:eloper)?s?|team|marketing)`;
const perWallet = "(?:per|for each|each|a|every) (?:wallet|address|user|person|account|buyer)";
const usedToken = String.raw`(?:my|our|an?|the|its own|own|existing|any)? ?(?:erc-?\s?20 |lp )?(?:tokens?|coins?)`;

/** A restricted function that the owner alone can call. */
const byOwner = (verbs: string) => [
  `(?:only )?${owner} (?:can|may|should be able to|is able to|could)? ?(?:${verbs})\\w*(?:(?:,| and| or|, and) (?:${verbs})\\w*)*`,
  `(?:${verbs})\\w*(?: only)? (?:only )?by ${owner}`,
  `(?:that |which )?${owner} (?:manages?|controls?)`,
];

const tokenPhrases: Phrases = (plan) => [
  "meme|utility|community|fungible|digital|erc-?20|bep-?20|tokens?|coins?|currency|cryptocurrency",
  supply,
  "decimals?(?: places)?|pre-?\\s?mint(?:ed)?|total|initial(?:ly)?|units",
  `minted to ${owner}|to (?:me|my wallet|${owner})`,
  has(plan, "mintable") &&
    "mint(?:able|ing|er|s|ed)?(?: with a minter role| more| new| tokens)*|issue (?:new|more)",
  has(plan, "burnable") &&
    "(?:token )?holders? (?:can|may) burn(?: their(?: own)?)?(?: tokens)?|burn function",
  has(plan, "pausable") && "(?:with a )?pauser role|in (?:an )?emergenc(?:y|ies)|transfers?",
  has(plan, "permit") && "eip-?2612|gasless|approvals?",
  has(plan, "votes") && "voting power|governance|(?:erc20)?votes|delegation",
  has(plan, "tax") && `(?:on|for|of|per|from) (?:each|every|all|any)? ?(?:transfers?|transactions?|trades?)`,
  has(plan, "tax") &&
    `takes?|taken|charges?|fees?|is deducted|(?:goes|sent|sends?|paid|going)(?: it| them)? to ${recipient}`,
  has(plan, "maxWallet") &&
    "no (?:wallet|one|holder|address) (?:can|may) (?:hold|own) more than|more than|of (?:the )?(?:total )?supply|per wallet|limit(?:ed)?(?: to)?",
  has(plan, "blocklist") &&
    "(?:blacklist|blocklist) function|bad|malicious|users?|accounts?|address(?:es)?|wallets?",
  has(plan, "allowlist") && "(?:only )?approved (?:addresses|users|accounts|holders)|may hold it|only",
  plan.cap !== undefined && "capped(?: at)?|cap|max(?:imum)?|up to|never more than",
  ...byOwner(
    [
      has(plan, "mintable") && "mint",
      has(plan, "pausable") && "pause",
      has(plan, "blocklist") && "blacklist|block|freeze",
    ]
      .filter(Boolean)
      .join("|") || "nothing",
  ),
  plan.access !== undefined && "admin functions|controlled by|ownership",
];

const nftPhrases: Phrases = (plan) => [
  "non-?\\s?fungible|nfts?|erc-?721|tokens?|collections?|collectibles?|digital|unique|art(?:works?)?|pfps?|profile pictures?|tickets?|event|membership|pass(?:es)?",
  "mint(?:able|ing|s)?|(?:base )?uri|metadata|owner(?: only)? (?:can )?mint\\w*",
  has(plan, "maxSupply") && `${supply}|total|limited(?: to)?|max(?:imum)?|editions?|pieces|items|up to`,
  has(plan, "publicMint") &&
    "(?:people|users?|anyone|everyone|everybody|buyers?|public)? ?(?:can |may |to )?(?:pay|mint|buy)s?|mint (?:price|cost|fee)|price|costs?|fee|free|sale|public|eth|ether|each|per (?:nft|token|mint)",
  has(plan, "publicMint") &&
    `${owner} (?:can |may )?withdraws?(?: the)?(?: funds| proceeds| eth| ether| money)?`,
  has(plan, "publicMint") && "batch(?:es)?|several at once|multiple|quantity",
  has(plan, "maxPerWallet") && `max(?:imum)?|limit(?:ed)?(?: to)?|${perWallet}`,
  has(plan, "uriStorage") &&
    "(?:per )?token uri storage|(?:each|every|per) (?:token|nft)|each|token uris?|storage|unique",
  has(plan, "royalty") && "royalt(?:y|ies)|erc-?2981|secondary sales?|resales?|creators?",
  has(plan, "batchMint") && "batch(?:es)?|bulk",
  has(plan, "enumerable") && "enumera\\w*",
  has(plan, "soulbound") &&
    "soul\\s?-?bound|sbts?|erc-?5192|non-?\\s?transferr?able|university|school|college|(?:course |university |school )?(?:certificates?|diplomas?|badges?|credentials?)|courses?|degrees?|achievements?|cannot be (?:transferred|sold)|issue[sd]?|holders?",
  has(plan, "rental") &&
    "rent(?:al|als|able|ed|ing|s|ers?)?|erc-?4907|users? roles?|user|expir\\w*|time-?limited|temporar\\w*",
  has(plan, "votes") && "voting power|votes?",
  ...byOwner("mint|pause"),
];

export const phrasesByKind: Record<ContractKind, Phrases> = {
  ...serviceVocabulary,
  erc20: tokenPhrases,
  stablecoin: (plan) => [...tokenPhrases(plan), "fiat[ -]?backed|fiat|usd|eur|dollar|pegged"],
  erc721: nftPhrases,
  erc1155: (plan) => [
    "multi-?\\s?tokens?|semi-?\\s?fungible|tokens?|nfts?|items?|game items?|in-?game|tickets?|collections?|collectibles?|uri|metadata|mint(?:able|ing|s)?|batch(?:es)?",
    has(plan, "supplyTracking") && "tracks?|tracking|supply|total|per (?:id|token)",
    has(plan, "royalty") && "royalt(?:y|ies)|erc-?2981",
    has(plan, "updatableUri") && `${owner}|changeable`,
    ...byOwner("mint|pause"),
  ],
  governor: (plan) => [
    "dao|governor|governance|on-?chain|propos(?:e|als?|ing)|vot(?:e|es|ing|ers?)|quorum|delay|period|lasts?|threshold|token(?:s| holders?)?|holders?|members?|execut(?:e|es|ion|ed)",
    "you need|to propose|votes? (?:last|run)s?",
    has(plan, "timelock") && "time-?\\s?lock(?:ed)?",
    has(plan, "nftVotes") && "nfts?|one nft one vote|erc-?721",
  ],
  vesting: (plan) => [
    `vest(?:s|ed|ing)?|lock(?:s|ed|ing)?(?: up)?|${usedToken}|cliff|linear(?:ly)?|total|duration|period|over|then release them all|release[sd]?(?: at (?:the )?(?:start|end|tge|launch))?|unlock(?:s|ed)?|schedule`,
    "team|employees?|advisors?|investors?|founders?|beneficiar(?:y|ies)",
    plan.settings.cliff === 0 && "(?:no|without a|without|zero) cliff",
    plan.settings.initialRelease !== undefined &&
      "at (?:the )?(?:start|tge|launch)|immediately|upfront|initial(?:ly)?",
    has(plan, "revocable") && `by ${owner}|${owner} can`,
  ],
  timelock: (plan) => [
    "time-?\\s?lock|controller|min(?:imum)?|delay|admin(?: actions)?|actions?|schedul\\w*|queue\\w*|execut\\w*|operations?|governance|transactions?|before|propos\\w*",
    has(plan, "openExecution") && "anyone|everyone|anybody|everybody|open",
  ],
  staking: (plan) => [
    `stak(?:e|es|ing|ers?|ed)|pools?|${usedToken}|earn(?:s|ing)?|rewards?|yield|interest|apr|apy|annual(?:ly)?|per year|a year|yearly|erc-?20`,
    "users?|people|holders?|stakers?|deposit\\w*|withdraw\\w*|unstak\\w*|claim(?: rewards?)?",
    plan.settings.rewardPerDay !== undefined &&
      "daily|shared(?: between| among)?(?: all)? ?(?:the )?stakers?|shared|per (?:second|minute|hour|day|week|month|year)|every day|each day|a day",
    has(plan, "lock") && "lock(?:ed|ing|s|up|-up)?(?: period| time)?|period|minimum|min|for",
    has(plan, "earlyPenalty") && "penalt(?:y|ies)|early|withdrawals?|exit",
    "nft staking\\? no, just",
  ],
  crowdsale: (plan) => [
    `crowd-?\\s?sales?|ico|ido|pre-?\\s?sales?|token sales?|sells?|sales?|${usedToken}|rate|per (?:eth|ether)|for (?:each|every) (?:eth|ether)|each|eth|ether|buy(?:s|ers?|ing)?|investors?|contributions?|contribut\\w*|fund ?raiser|=`,
    has(plan, "duration") && "runs?|lasts?|for|duration|open|ends?(?: after)?|deadline",
    has(plan, "softCap") &&
      "soft\\s?-?cap|refunds?|minimum goal|goal|if (?:the )?(?:soft cap|goal) is not (?:met|reached)|not reached|not met",
    has(plan, "hardCap") && "hard\\s?-?cap|cap(?:ped)?|max(?:imum)?",
    has(plan, "minimum") && "min(?:imum)?(?: contribution| buy| purchase)?",
    has(plan, "maximum") && `max(?:imum)?(?: contribution| buy| purchase)?|${perWallet}|per buyer`,
    has(plan, "whitelist") && "whitelisted|allowlisted|only",
    ...byOwner("pause|withdraw"),
  ],
  escrow: (plan) => [
    "escrow|buyers?|sellers?|deposit\\w*|money|funds?|ether|eth|payments?|pay(?:s|ing)?|deals?|trade|freelancers?|clients?|release[sd]?|refund(?:s|ed)?|gets?|back|holds?|held|goods|services?|between|two parties|parties",
    "until (?:the )?(?:buyer|client) (?:confirms?|approves?|releases?)(?: (?:delivery|receipt|it|them|the (?:goods|work)))?",
    has(plan, "arbiter") &&
      "arbit\\w*|who settles disputes|settles?|resolves?|decides?|disputes?|mediator|third[ -]party|trusted",
    has(plan, "deadline") &&
      "if (?:the )?seller (?:doesnt|doesn't|does not) deliver|if not delivered|doesn?'?t|deliver(?:s|ed|y)?|deadline|after|timeout|expires?",
    has(plan, "fee") && "platform|service",
    has(plan, "tokenPayment") && "tokens?|erc-?20",
  ],
  multisig: () => [
    "multi-?\\s?sig(?:nature)?|wallets?|owners?|signers?|members?|people|keys|signatures?|sign|confirm\\w*|approv\\w*|needs?|requires?|required|must|out of|transactions?|execut\\w*|treasury|safe|call(?:s|ing)? (?:any |other |another )?(?:contracts?|functions?)",
  ],
  airdrop: (plan) => [
    `\\d+ (?:addresses|wallets|recipients|people|users)|air-?\\s?drops?|claim(?:s|ing|ed|able)?|${usedToken}|users?|people|list|eligible|addresses|recipients?|wallets?|on the list|merkle(?: tree| root| proofs?)?|proofs?`,
    has(plan, "batch") &&
      "sends?|to (?:many|multiple|several|all|lots of)|many|multiple|several|at once|in one transaction|batch|bulk|distribut\\w*",
    has(plan, "deadline") && "close[sd]?|ends?|after|expires?|deadline|until",
  ],
  marketplace: (plan) => [
    "market-?\\s?place|market|nfts?|list(?:s|ing|ings)?|buy(?:s|ers?|ing)?|sell(?:s|ers?|ing)?|sales?|trad(?:e|es|ing)|erc-?721|users?|people|fixed price|price|cancel",
    has(plan, "fee") && "platform|fees?|commission|cut|takes?",
    has(plan, "royalties") && "pays?|creators?|royalt(?:y|ies)|erc-?2981",
    has(plan, "offers") && "offers?|make|accept",
  ],
  splitter: () => [
    "(?:for|from|of) (?:an?|my|our|the) nfts?(?: collection)?|split(?:s|ter|ting)?|payments?|revenue|income|money|eth|ether|erc-?20|tokens?|funds?|royalt(?:y|ies)|between|among|people|persons|wallets?|addresses|partners?|members|payees?|founders|shares?|equally|evenly|equal|proportionally|receiv\\w*|withdraw(?:s|al)? their share",
  ],
  vault: (plan) => [
    `vaults?|erc-?4626|tokeni[sz]ed|yield|shares?|deposit\\w*|withdraw\\w*|redeem\\w*|asset|${usedToken}|users?|people`,
    has(plan, "fee") && "withdrawal|exit|fees?",
  ],
};

/** Words that the contract of a kind is known not to do, with what it does instead. A detail is never what a request is about. */
export const gapsByKind: Partial<Record<ContractKind, [words: RegExp, note: string, isDetail?: boolean][]>> =
  {
    notary: [
      [
        /\b(?:stor\w*|sav\w*|keeps?|holds?|uploads?) (?:the |my |their |whole |full |all )*(?:files?|documents?)\b(?! hash)/g,
        "Only the hash of a document is stored, not its content.",
      ],
    ],
    governor: [
      [
        /\bone (?:member|person|address|wallet|account|user|head|man)s?,? (?:=|is|and|has|gets)? ?one vote\b|\bone vote (?:per|for each) (?:member|person|address|wallet|account|user)\b|\b(?:each|every) (?:member|person|address|wallet|account|user) (?:has|gets) (?:one|1|a single|the same) votes?\b|\bequal vot\w*/g,
        "Votes are counted by tokens, not by members.",
      ],
    ],
    escrow: [
      [
        /\b(?:pays?|paid|releas\w*|goes|seller|freelancer)(?: \w{1,20}){0,8} after (?=\d|an? |one |two |three |the deadline|deadline)|\bauto(?:matic(?:ally)?|-?)[ -]?releas\w*/g,
        "After the deadline, the buyer can take the money back; the seller is paid only when it is released.",
      ],
    ],
    erc20: [
      [
        /\b(?:tax|fees?|percent)\b[^,.;]{0,40}\bburn\w*|\b\d{1,3}%(?: \w{1,20}){0,5} burn\w*|\bburn(?:s|ed)? \d[^,.;]{0,40}|\bdeflation\w*|\bauto-?\s?burn\w*/g,
        "No part of a transfer is burned; a tax goes to the tax recipient.",
      ],
      [/\breflection\w*|\bredistribut\w*/g, "Transfers do not pay other holders."],
      [/\brebas\w*|\belastic\b/g, "Balances do not rebase."],
      [/\b(?:auto-?\s?)?liquidity\b/g, "The contract does not manage liquidity."],
    ],
    erc721: [
      [
        /\berc-?\s?721-?a\b(?:[ -]style)?/g,
        "OpenZeppelin's ERC-721 is used. It has the same functions as ERC721A; minting many tokens at once costs more gas.",
        true,
      ],
      [/\breveal\w*|\bhidden metadata\b/g, "The metadata is not hidden before a reveal."],
      [/\b(?:white|allow)\s?-?list\w*|\bpresale\b/g, "Minting is not limited to a list of accounts."],
      [
        /\bdynamic\b|\bon-?chain (?:svg|metadata|art)\b|\bsvg\b/g,
        "Metadata comes from the base URI; it is not generated on the chain.",
      ],
    ],
  };
