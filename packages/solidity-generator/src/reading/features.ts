import { type ContractKind, type Feature, featuresByKind } from "../plan.ts";

/** Words that ask for a feature. A kind can have its own words. */
const wordsByFeature: Partial<Record<Feature, RegExp>> = {
  mintable: /(?<!flash[ -]?)(?<!free )(?<!public )\bmint(?:able|ing|er|s)?\b|\bissue (?:new|more)\b/g,
  burnable: /\bburn(?:able|ing|s|ed)?\b|\bdestroy\b/g,
  pausable:
    /\bpaus\w*|\b(?:stop|halt|freeze|suspend) (?:all |the |token )*(?:transfers?|trading|contract|everything)\b|\bemergency (?:stop|halt|pause)\b|\bkill ?switch\b/g,
  permit: /\bpermit\b|\b2612\b|\bgas-?less approv\w*/g,
  votes: /\bvot(?:e|es|ing)\b|\bgovernance token\b|\bdelegat\w*/g,
  flashmint: /\bflash[ -]?(?:mint\w*|loans?)/g,
  tax: /\btax(?:es|ed)?\b|\b(?:transfer|transaction) fees?\b|\bfee on (?:every |each )?transfers?\b/g,
  maxWallet:
    /\banti[ -]?whale\b|\bmax(?:imum)?(?: per)? wallet\b|\bno (?:wallet|one|holder|address) (?:can|may) (?:hold|own)\b/g,
  blocklist:
    /\bblack\s?-?list\w*|\bblock\s?-?list\w*|\bdeny\s?-?list\w*|\b(?:freeze|freezing|ban|block) (?:bad |malicious |certain |specific )?(?:users?|accounts?|address(?:es)?|wallets?|people|holders?)\b|\bfreezable\b/g,
  allowlist:
    /\bwhite\s?-?list\w*|\ballow\s?-?list\w*|\b(?:only )?approved (?:addresses|users|accounts|holders)\b|\bkyc\b/g,
  enumerable: /\benumer\w*/g,
  uriStorage:
    /\b(?:own|individual|unique|different|separate|custom) (?:token )?(?:uri|metadata)\b|\b(?:per|each)[ -]token (?:uri|metadata)\b|\buri storage\b|\btoken uri storage\b|\bper token uri\b/g,
  royalty: /\broyalt(?:y|ies)\b|\b2981\b/g,
  soulbound:
    /\b(?:erc-?\s?)?5192\b|\bsoul\s?-?bound\b|\bnon-?\s?transfer(?:able|rable)\b|\bsbts?\b|\bcan(?:not|'t|t) be transferred\b/g,
  publicMint:
    /\b(?:public|free|paid|open) mint\w*|\b(?:people|users|anyone|everyone|everybody|buyers?|public) (?:can |may |could |to )?(?:pay|mint|buy)\b|\bmint (?:price|cost|fee)\b|\bto mint\b|\bprice\b/g,
  supplyTracking:
    /\btrack(?:s|ing|ed)?(?: the| its| total| of)* suppl(?:y|ies)\b|\bsupply tracking\b|\btotal supply (?:per|of each|for each)\b/g,
  updatableUri:
    /\buri (?:that )?(?:the |an? )?(?:owner|admin|i|we)? ?can (?:be )?(?:change|update|set)\w*|\b(?:updat(?:e)?able|changeable|settable|mutable|editable) (?:base )?(?:uri|metadata)\b|\b(?:change|update|set) (?:the |its )?uri\b/g,
  timelock: /\btime-?\s?lock\w*/g,
  nftVotes:
    /\bnft(?:s)? holders?\b|\bone nft one vote\b|\berc-?721\b|\bnft (?:votes|voting|based)\b|\bnfts? (?:as|for) votes\b/g,
  revocable: /\brevoc\w*|\brevok\w*|\bclaw\s?-?back\b|\bcancel(?:l?able)?\b/g,
  openExecution: /\b(?:anyone|everyone|anybody|everybody|open) (?:can |may |to )?execut\w*/g,
  lock: /\block(?:ed|ing|s|up)?\b|\block-?up\b/g,
  earlyPenalty: /\bpenalt(?:y|ies)\b|\bearly (?:withdraw\w*|exit|unstak\w*) fee\b/g,
  emergencyWithdraw: /\bemergency[ -]?(?:withdraw\w*|exit|unstak\w*)/g,
  hardCap: /\bhard\s?-?cap\b/g,
  softCap: /\bsoft\s?-?cap\b|\brefund\w*/g,
  whitelist: /\bwhite\s?-?list\w*|\ballow\s?-?list\w*|\bkyc\b/g,
  arbiter: /\barbit\w*|\bmediat\w*|\bdisput\w*|\bjudge\b|\bthird[ -]party\b/g,
  tokenPayment: /\berc-?\s?20\b|\btokens?\b|\b(?:usdc|usdt|dai|weth|wbtc|link)\b|\bstable\s?-?coins?\b/g,
  fee: /\bfees?\b|\bcommissions?\b|\bplatform cut\b/g,
  merkle: /\bmerkle\b|\bproofs?\b|\bclaim\w*/g,
  batch:
    /\bbatch\w*|\bbulk\b|\bmulti-?\s?send\w*|\bat once\b|\bsend (?:\w+ )?(?:tokens|coins) to (?:many|multiple|several|a list|lots|all)\b|\bdistribut\w*/g,
  royalties: /\broyalt(?:y|ies)\b|\b2981\b/g,
  registration:
    /\bregister(?:ed|s)? voters?\b|\bvoters? (?:must be|are|is) registered\b|\bright to vote\b|\b(?:white|allow)\s?-?listed voters?\b|\bonly (?:registered|approved|whitelisted) (?:voters?|users?|accounts?|addresses|members?)\b/g,
  text: /\bstrings?\b|\btexts?\b|\bmessages?\b/g,
  ownerOnly: /\bonly (?:the )?(?:owner|admin|me|i)\b(?: can)?|\bonly\s?owner\b|\bowner[ -]only\b/g,
  etherPayment: /\b(?:test )?(?:eth|ether)\b|\bethers\b/g,
  rental: /\brent(?:al|als|able|ed|ing|s)?\b|\b(?:erc-?\s?)?4907\b/g,
  batchMint:
    /\bbatch[ -]?mint\w*|\bbulk[ -]?mint\w*|\bmint\w* (?:in )?batch\w*|\bmint (?:many|multiple|several)\b(?: at once)?/g,
  offers: /\boffers?\b|\bbids?\b|\bbidding\b/g,
};

const negation =
  /\b(?:not?|non|without|w\/o|remove|removing|drop|disable|delete|never|isn'?t|don'?t|doesn'?t|cannot|can'?t|zero|take (?:out|away)|get rid of)\b/g;

/**
 * Finds what negates a word in the text before it: "no", "remove the". In "no cap but burnable", burning is not negated.
 * Undefined if nothing does.
 */
function findNegation(before: string): number | undefined {
  const last = Array.from(before.matchAll(negation)).at(-1);
  if (!last) return undefined;
  const between = before.slice(last.index + last[0].length);
  const isNear =
    between.length <= 24 && !/[,.;:]|\b(?:and|but|also|then|let|add)\b|\S\s+make\b/.test(between);
  return isNear ? last.index : undefined;
}

/** The features that a request asks for and those that it rules out. */
export interface AskedFeatures {
  wanted: Set<Feature>;
  refused: Set<Feature>;
}

/** A place where a request speaks of a feature. */
export interface FeatureMention {
  feature: Feature;
  start: number;
  end: number;
  /** Where the word is that rules it out. */
  negatedAt?: number;
}

export function findFeatureMentions(text: string): FeatureMention[] {
  const request = text.toLowerCase();
  return (Object.entries(wordsByFeature) as [Feature, RegExp][]).flatMap(([feature, words]) =>
    Array.from(request.matchAll(words), ({ index, 0: match }) => {
      const from = Math.max(0, index - 40);
      const negatedAt = findNegation(request.slice(from, index));
      const end = index + match.length;
      return { feature, start: index, end, ...(negatedAt !== undefined && { negatedAt: from + negatedAt }) };
    }),
  );
}

/** Reads the features of a kind. "not mintable", "no fees" and "remove the pause" rule one out. */
export function readFeatures(text: string, kind: ContractKind): AskedFeatures {
  const asked: AskedFeatures = { wanted: new Set(), refused: new Set() };
  const ofKind: readonly Feature[] = featuresByKind[kind];
  for (const { feature, negatedAt } of findFeatureMentions(text)) {
    if (ofKind.includes(feature)) (negatedAt === undefined ? asked.wanted : asked.refused).add(feature);
  }
  for (const feature of asked.refused) asked.wanted.delete(feature);
  return asked;
}

/** Reads the kind of access control. */
export function readAccess(text: string): "ownable" | "roles" | "managed" | undefined {
  if (/\baccess\s?-?manage[rd]\b|\bmanaged access\b/i.test(text)) return "managed";
  if (/\broles?\b|\brole[ -]based\b|\baccess\s?control\b|\brbac\b/i.test(text)) return "roles";
  return /\bownable\b|\bonly\s?owner\b|\bsingle owner\b/i.test(text) ? "ownable" : undefined;
}

/** Reads the kind of upgradeability; null if the request rules it out. */
export function readUpgradeable(text: string): "uups" | "transparent" | null | undefined {
  const match = /\bupgrad(?:e|a)\w*|\buups\b|\btransparent prox\w*/i.exec(text);
  if (!match) return undefined;
  if (findNegation(text.slice(0, match.index).toLowerCase()) !== undefined) return null;
  return /\btransparent\b/i.test(text) ? "transparent" : "uups";
}
