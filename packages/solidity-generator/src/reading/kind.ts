import type { ContractKind } from "../plan.ts";

/** Words that name a kind. The first match wins, so specific kinds come before plain tokens. */
const wordsByKind: [ContractKind, RegExp][] = [
  ["dutchAuction", /\b(?:dutch|descending(?:[ -]price)?|declining(?:[ -]price)?) auctions?\b/],
  ["raffle", /\braffles?\b|\blotter(?:y|ies)\b|\blotto\b|\bsweepstakes?\b|\bprize draw\b/],
  ["auction", /\bauctions?\b(?! house)/],
  [
    "crowdfunding",
    /\bcrowd\s?-?fund\w*|\bkickstarter\b|\bfund-?\s?rais(?:er|ing)\b(?: campaign)?|\bcampaign\b/,
  ],
  ["wrappedEther", /\bwrapped (?:eth(?:er)?|native)\b|\bweth\b|\bwrap(?:s|ping)? (?:eth|ether)\b/],
  ["faucet", /\bfaucets?\b/],
  ["subscription", /\bsubscri(?:be|bes|bers?|ptions?)\b|\brecurring payments?\b/],
  [
    "registry",
    /\b(?:name|domain|username|handle)s?[ -](?:registry|registrar|service|registration)\b|\bens\b|\bregistry\b/,
  ],
  ["commitReveal", /\bcommit(?:s|ment)?(?:[ -]|\s?(?:\/|and|&|then)\s?)reveals?\b/],
  [
    "inheritance",
    /\bdead ?man'?s? switch\b|\binheritance\b|\b(?:a|my|last|digital|crypto) will\b|\bheirs?\b|\btestament\b/,
  ],
  ["milestones", /\bmilestones?\b/],
  [
    "savings",
    /\bpiggy\s?-?bank\b|\bsavings? (?:account|wallet|contract|vault|jar)\b|\btime-?\s?lock(?:ed)? (?:wallet|vault|savings|safe|deposit|account|fund)\b|\b(?:ether|eth|simple|personal|basic) wallet\b|\bsavings\b/,
  ],
  ["hashTimelock", /\bhtlc\b|\bhash(?:ed)?[ -]?time-?\s?lock\w*(?: contract)?/],
  ["todo", /\bto-?\s?do(?:s| list| app)?\b|\btask (?:list|manager|tracker)\b/],
  ["flashLender", /\bflash[ -]?(?:loans?|lend(?:er|ers|ing)?)\b(?: (?:provider|pool|lender))?|\berc-?3156\b/],
  ["bank", /(?<!piggy ?-?)\bbanks?\b/],
  ["donations", /\bdonat(?:e|es|ions?)\b(?: (?:jar|box))?|\btip jar\b|\bcharity\b|\bbuy me a coffee\b/],
  ["stream", /\b(?:(?:payment|money|salary|ether|eth|wage)s? )?stream(?:s|ing|ed)?\b(?: payments?)?/],
  ["bounty", /\bbount(?:y|ies)\b/],
  [
    "notary",
    /\bnotar(?:y|i[sz]\w*)\b|\bproof[ -]of[ -]existence\b|\bdocument (?:registry|verification|timestamp\w*|hash(?:es)?)\b|\btimestamp(?:s|ing)? (?:documents?|files?|hash(?:es)?)\b/,
  ],
  ["messageBoard", /\bmessage (?:board|wall)\b|\bguest\s?-?book\b/],
  ["counter", /\bcounter\b/],
  ["tokenFactory", /\b(?:erc-?20 |tokens? )(?:factory|creator|launcher)\b|\bfactory\b/],
  [
    "memberList",
    /\bmember(?:ship)? (?:list|registry)\b|\b(?:white|allow)\s?-?list (?:contract|registry|manager)\b/,
  ],
  ["nftStaking", /\bnft[ -]stak\w*|\bstak\w* (?:of )?(?:my |your |their |the |our )?(?:nfts?|erc-?721)\b/],
  [
    "tokenSwap",
    /\b(?:otc|p2p|peer[ -]to[ -]peer) (?:token )?(?:swap|trade)s?\b|\btoken swaps?\b|\bswaps? (?:of )?(?:two |erc-?20 )*tokens\b/,
  ],
  [
    "allowanceWallet",
    /\ballowance wallet\b|\bspending (?:limits?|wallet)\b|\b(?:daily|weekly|monthly) (?:spending )?(?:limit|allowance)s?\b|\bpocket money\b/,
  ],
  [
    "multisend",
    /\bmulti-?\s?send(?:er)?\b|\bdisperse\b|\b(?:batch|bulk|mass) (?:payments?|transfers?|send(?:er)?|pay)\b|\bsend(?:s|ing)? (?:eth|ether|tokens|payments) to (?:many|multiple|several|a list of)\b/,
  ],
  [
    "storage",
    /\b(?:simple |data |value )?storage\b|\bstor(?:es?|ing) (?:and (?:retrieves?|returns?|reads?) )?(?:a|an|one|the)?\s?(?:single )?(?:numbers?|values?|string|text|message|uint\d*|integer)\b/,
  ],
  [
    "ticketSale",
    /\b(?:(?:event|concert|festival|cinema|movie|conference) )?tickets?\b(?: (?:sales?|shop|booking|system))?/,
  ],
  ["marketplace", /market\s?-?place|\bnft market\b/],
  ["multisig", /\bmulti\s?-?\s?sig/],
  ["airdrop", /\bair\s?-?drop/],
  [
    "crowdsale",
    /crowd\s?-?sale|\bico\b|\bido\b|pre-?\s?sale|token sale|initial (?:coin|dex) offering|fund ?raiser/,
  ],
  ["escrow", /\bescrow/],
  ["staking", /\bstak(?:e|es|ing|ers?)\b|\bfarming\b/],
  ["splitter", /\bsplit/],
  ["vault", /\b(?:erc-?)?4626\b|tokeni[sz]ed vault|\bvaults?\b/],
  [
    "vesting",
    /\bvest(?:s|ed|ing)?\b|\block(?:s|ed|ing)?(?: up)?(?: my| our| the| team| some| lp)* (?:tokens?|coins?|erc-?20)|token lock/,
  ],
  ["governor", /\bgovernor\b|\bdao\b|\bon-?chain governance\b|\bgovernance\b(?! token)/],
  ["timelock", /\btime-?\s?lock/],
  ["voting", /\bvoting\b|\bballots?\b|\belections?\b|\bpolls?\b|\bvotes?\b/],
  ["stablecoin", /\bstable\s?-?coin/],
  ["erc1155", /\b(?:erc-?\s?)?1155\b|\bmulti-?\s?token\b|\bsemi-?\s?fungible\b/],
  [
    "erc721",
    /\b(?:erc-?\s?)?(?:4907|5192)\b|\bsoul\s?-?bound\b|\bsbts?\b|\brental nfts?\b|\b(?:erc-?\s?)?721\b|\bnfts?\b|\bnon-?\s?fungible\b|\bcollectibles?\b/,
  ],
  ["erc20", /\berc-?\s?20\b|\btokens?\b|\bcoins?\b|\bcurrency\b|\bcryptocurrency\b|\bbep-?20\b/],
];

/** A token that is only part of a larger purpose: "an nft with voting power for a dao". */
const tokenForSomething =
  /\b(nft|erc-?721|erc-?1155|erc-?20|token|coin)\b(?:(?!\bstak|\bsale\b)[^.])*?\b(?:for|used (?:in|by)|to use in) (?:a|an|my|our|the|its)?\s?(?:\w+ )?(dao|staking|governance|marketplace|airdrop|crowdsale|presale)\b/;
const startsWithPurpose =
  /^[^,.]*\b(?:governor|governance (?:contract|system)|dao (?:governor|contract)|staking (?:contract|pool)|market\s?place|crowdsale|airdrop (?:contract|claim))\b/;

/** The kinds that a request names, most specific first. */
export function readKinds(text: string): ContractKind[] {
  const request = text.toLowerCase();
  const isPlainToken = tokenForSomething.test(request) && !startsWithPurpose.test(request);
  const kinds = isPlainToken ? wordsByKind.filter(([kind]) => plainTokens.has(kind)) : wordsByKind;
  return kinds.filter(([, words]) => words.test(request)).map(([kind]) => kind);
}

/** The words of a kind, to find each of them in a request. */
export function wordsOfKind(kind: ContractKind): RegExp {
  const words = wordsByKind.find(([name]) => name === kind)?.[1];
  return new RegExp(words?.source ?? "(?!)", "gi");
}

const plainTokens = new Set<ContractKind>(["stablecoin", "erc1155", "erc721", "erc20"]);

/** Whether a request asks for a new contract rather than a change to the last one. */
export function asksForNew(text: string): boolean {
  return /\b(?:another|a new|an? (?:different|second|separate)|start over|from scratch)\b|^(?:please |hi[,!]? |hello[,!]? |ok[,.]? |now )*(?:can you |could you |i want you to )?(?:create|generate|write|build|code|develop|make me|give me|design)\b(?! it\b| the\b| that\b)|\bi (?:want|need|would like) (?:a|an)\b/i.test(
    text.trim(),
  );
}
