import type { ContractKind } from "../plan.ts";

/** Words that name a kind. The first match wins, so specific kinds come before plain tokens. */
const wordsByKind: [ContractKind, RegExp][] = [
  ["marketplace", /market\s?-?place|\bnft market\b|\bauction house\b/],
  ["multisig", /\bmulti\s?-?\s?sig/],
  ["airdrop", /\bair\s?-?drop/],
  [
    "crowdsale",
    /crowd\s?-?sale|\bico\b|\bido\b|pre-?\s?sale|token sale|initial (?:coin|dex) offering|fund ?raiser/,
  ],
  ["escrow", /\bescrow/],
  ["staking", /\bstak(?:e|es|ing|ers?)\b|\bfarming\b/],
  ["splitter", /\bsplit/],
  ["vault", /\b(?:erc-?)?4626\b|tokeni[sz]ed vault|yield vault/],
  [
    "vesting",
    /\bvest(?:s|ed|ing)?\b|\block(?:s|ed|ing)?(?: up)?(?: my| our| the| team| some)* (?:tokens?|coins?|erc-?20)|token lock/,
  ],
  ["governor", /\bgovernor\b|\bdao\b|\bon-?chain governance\b|\bgovernance\b(?! token)/],
  ["timelock", /\btime-?\s?lock/],
  ["stablecoin", /\bstable\s?-?coin/],
  ["erc1155", /\b(?:erc-?\s?)?1155\b|\bmulti-?\s?token\b|\bsemi-?\s?fungible\b/],
  ["erc721", /\b(?:erc-?\s?)?721\b|\bnfts?\b|\bnon-?\s?fungible\b|\bcollectibles?\b/],
  ["erc20", /\berc-?\s?20\b|\btokens?\b|\bcoins?\b|\bcurrency\b|\bcryptocurrency\b|\bbep-?20\b/],
];

/** A token that is only part of a larger purpose: "an nft with voting power for a dao". */
const tokenForSomething =
  /\b(nft|erc-?721|erc-?1155|erc-?20|token|coin)\b(?:(?!\bstak|\bsale\b)[^.])*?\b(?:for|used (?:in|by)|to use in) (?:a|an|my|our|the|its)?\s?(?:\w+ )?(dao|staking|governance|marketplace|airdrop|crowdsale|presale)\b/;
const startsWithPurpose =
  /^[^,.]*\b(?:governor|governance (?:contract|system)|dao (?:governor|contract)|staking (?:contract|pool)|market\s?place|crowdsale|airdrop (?:contract|claim))\b/;

export function readKind(text: string): ContractKind | undefined {
  const request = text.toLowerCase();
  const isPlainToken = tokenForSomething.test(request) && !startsWithPurpose.test(request);
  const kinds = isPlainToken ? wordsByKind.filter(([kind]) => plainTokens.has(kind)) : wordsByKind;
  return kinds.find(([, words]) => words.test(request))?.[0];
}

const plainTokens = new Set<ContractKind>(["stablecoin", "erc1155", "erc721", "erc20"]);

/** Whether a request asks for a new contract rather than a change to the last one. */
export function asksForNew(text: string): boolean {
  return /\b(?:another|a new|an? (?:different|second|separate)|start over|from scratch)\b|^(?:please |hi[,!]? |hello[,!]? |ok[,.]? |now )*(?:can you |could you |i want you to )?(?:create|generate|write|build|code|develop|make me|give me|design)\b(?! it\b| the\b| that\b)|\bi (?:want|need|would like) (?:a|an)\b/i.test(
    text.trim(),
  );
}
