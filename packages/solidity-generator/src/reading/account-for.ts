import { describeToken, knownTokenWords } from "../known-tokens.ts";
import { type ContractPlan, type Feature, featuresByKind } from "../plan.ts";
import { findFeatureMentions } from "./features.ts";
import { wordsOfKind } from "./kind.ts";
import { isAction, isNeutral } from "./neutral-words.ts";
import { findAmounts, findDurations, findEther, findIntervals, findShares, numberWords } from "./numbers.ts";
import { findForeignActions } from "./roles.ts";
import { readSubjectEnd } from "./subject.ts";
import { gapsByKind, phrasesByKind } from "./vocabulary.ts";

/** A stretch of the request, and the part of the plan that accounts for it. */
export interface Claim {
  start: number;
  end: number;
  /** `kind`, `name`, `symbol`, a feature, a setting, or nothing for words that describe the kind itself. */
  part?: string;
}

/** A stretch of the request that the contract does not do. */
export interface Unread {
  words: string;
  /** Says more than that the words were not understood. */
  note?: string;
  /** Whether it is part of what the request is about, rather than a detail. */
  isSubject: boolean;
}

export interface Account {
  claims: Claim[];
  unread: Unread[];
}

/** Compares a request with the plan that was read from it: every word is claimed, neutral or unread. */
export function accountFor(text: string, plan: ContractPlan, isChange: boolean): Account {
  const claims = [
    ...findWords(text, wordsOfKind(plan.kind), "kind"),
    ...findNames(text, plan),
    ...findFeatures(text, plan),
    ...findShape(text, plan),
    ...findNumbers(text, plan),
    ...phrasesByKind[plan.kind](plan).flatMap((phrase) =>
      phrase === false ? [] : findWords(text, new RegExp(String.raw`(?<![\w])(?:${phrase})(?![\w])`, "gi")),
    ),
  ];
  const gaps = findGaps(text, plan, readSubjectEnd(text, claims));
  return { claims, unread: [...gaps, ...findUnread(text, [...claims, ...gaps], isChange)] };
}

function findWords(text: string, words: RegExp, part?: string): Claim[] {
  return Array.from(text.matchAll(words), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ...(part && { part }),
  })).filter(({ start, end }) => end > start);
}

/** Features that are named by one clear word, so that a kind without them can say so. */
const clearFeatures = new Set<Feature>(["pausable", "burnable", "permit", "enumerable"]);

/** What the request asks for and the kind is known not to have. */
function findGaps(text: string, plan: ContractPlan, subjectEnd: number): (Claim & Unread)[] {
  const { kind, upgradeable, access } = plan;
  const known: [RegExp, string][] = [];
  if (upgradeable && !upgradeableKinds.has(kind))
    known.push([upgradeWords, "This kind is written without upgradeability: deploy a new contract instead."]);
  if (access && access !== "ownable" && !accessKinds.has(kind))
    known.push([accessWords, "This kind has one owner: give it to a multisig or a timelock for more."]);
  const toGap = (claim: Claim, note: string) => ({
    ...claim,
    words: text.slice(claim.start, claim.end).trim(),
    note,
    isSubject: false,
  });
  return [
    ...(gapsByKind[kind] ?? []).flatMap(([words, note, isDetail]) =>
      findWords(text.toLowerCase(), words).map((claim) => ({
        ...toGap(claim, note),
        isSubject: !isDetail && claim.start < subjectEnd,
      })),
    ),
    ...findForeignActions(text, kind).map((claim) =>
      toGap(claim, "In this contract, someone else does that."),
    ),
    ...known.flatMap(([words, note]) =>
      findWords(text.toLowerCase(), words).map((claim) => toGap(claim, note)),
    ),
    ...findFeatureMentions(text)
      .filter(
        ({ feature, negatedAt }) =>
          negatedAt === undefined && clearFeatures.has(feature) && !plan.features.includes(feature),
      )
      .filter(({ feature }) => !(featuresByKind[kind] as readonly Feature[]).includes(feature))
      .map(({ start, end }) => toGap({ start, end }, "This kind is written without it.")),
  ];
}

function findNames(text: string, { name, symbol, baseUri, token, accounts }: ContractPlan): Claim[] {
  const find = (value: string | undefined, part: string) => {
    const claims: Claim[] = [];
    for (let at = value ? text.indexOf(value) : -1; value && at !== -1; at = text.indexOf(value, at + 1))
      claims.push({ start: text[at - 1] === "$" ? at - 1 : at, end: at + value.length, part });
    return claims;
  };
  return [
    ...(name
      ? findWords(text, /["“”][^"“”\n]{1,64}["“”]|(?<!\w)['‘’][^'‘’\n]{2,64}['‘’](?!\w)/g, "name")
      : []),
    ...find(name, "name"),
    ...find(symbol, "symbol"),
    ...find(baseUri, "baseUri"),
    ...(describeToken(token) ? findWords(text, knownTokenWords, "token") : []),
    ...(token || accounts ? findWords(text, /\b0x[0-9a-fA-F]{40}\b/g, token ? "token" : "accounts") : []),
  ];
}

/** Features that no contract has unless it says so, whatever its kind. */
const absentByDefault = new Set<Feature>([
  "pausable",
  "burnable",
  "mintable",
  "permit",
  "tax",
  "fee",
  "royalty",
]);

/** A feature that is ruled out is accounted for by its absence. The words between it and its negation are not. */
function findFeatures(text: string, plan: ContractPlan): Claim[] {
  const ofKind: readonly Feature[] = featuresByKind[plan.kind];
  return findFeatureMentions(text).flatMap(({ feature, start, end, negatedAt }) => {
    const isThere = plan.features.includes(feature);
    if (negatedAt === undefined) return isThere ? [{ start, end, part: feature }] : [];
    if (isThere || !(ofKind.includes(feature) || absentByDefault.has(feature))) return [];
    const negation =
      /^(?:[\w'/]+|take \w+|get rid of)(?: any\b)?/i.exec(text.slice(negatedAt, start))?.[0] ?? "";
    return [
      { start: negatedAt, end: negatedAt + negation.length },
      { start, end, part: `no ${feature}` },
    ];
  });
}

const upgradeWords = /\bupgrad\w*|\buups\b|\btransparent\b|\bprox(?:y|ies)\b/gi;
const accessWords =
  /\brole[ -]based\b|\broles?\b|\baccess manager\b|\baccess\s?control\b|\baccess\b|\brbac\b|\bmanaged\b|\bownable\b|\bonly\s?owner\b|\bsingle owner\b/gi;
const upgradeableKinds = new Set(["erc20", "stablecoin", "erc721", "erc1155", "governor"]);
const accessKinds = new Set(["erc20", "stablecoin", "erc721", "erc1155"]);

function findShape(text: string, { kind, access, upgradeable }: ContractPlan): Claim[] {
  const isUpgradeable = upgradeable && upgradeableKinds.has(kind);
  const hasAccess = access && (access === "ownable" || accessKinds.has(kind));
  return [
    ...(isUpgradeable
      ? findWords(text, upgradeWords, "upgradeable")
      : findWords(text, /\b(?:not|non|no|without)[ -](?:an? )?upgrad\w*/gi)),
    ...(hasAccess ? findWords(text, accessWords, "access") : []),
  ];
}

/** A number is accounted for if the plan has its value. */
function findNumbers(text: string, plan: ContractPlan): Claim[] {
  const values = new Map<string, string>();
  const add = (part: string, value: unknown) => {
    if (value !== undefined) values.set(String(value), values.get(String(value)) ?? part);
  };
  for (const [setting, value] of Object.entries(plan.settings)) {
    add(setting, value);
    if (setting === "shares") for (const share of String(value).split(",")) add(setting, share);
  }
  const { duration, cliff } = plan.settings;
  if (plan.kind === "vesting" && duration && cliff) add("duration", duration - cliff);
  add("supply", plan.supply);
  add("cap", plan.cap);
  add("decimals", plan.decimals);
  const known = [
    ...findDurations(text),
    ...findIntervals(text),
    ...findShares(text),
    ...findEther(text),
    ...findAmounts(text),
  ]
    .map(({ value, start, end }) => ({ start, end, part: values.get(String(value)) }))
    .filter((claim): claim is Required<Claim> => claim.part !== undefined);
  const spelled = findWords(
    text,
    new RegExp(String.raw`\b(?:${Object.keys(numberWords).slice(2).join("|")})\b`, "gi"),
  ).flatMap((claim) => {
    const value = numberWords[text.slice(claim.start, claim.end).toLowerCase()];
    const isCount =
      plan.settings.shares !== undefined && String(plan.settings.shares).split(",").length === value;
    const part = isCount ? "shares" : values.get(String(value));
    return part ? [{ ...claim, part }] : [];
  });
  return [...known, ...spelled, ...findCombined(text, plan)];
}

/** Numbers that are read together: shares of a splitter, signatures of a multisig, rewards per time, rates. */
function findCombined(text: string, { kind, settings }: ContractPlan): Claim[] {
  if (kind === "splitter" && settings.shares)
    return [
      ...findWords(text, /\b\d+(?:\s*[/:]\s*\d+)+\b|\b\d+(?:\.\d+)?\s?%/g, "shares"),
      ...findAmounts(text)
        .filter(({ value }) => Number(value) === String(settings.shares).split(",").length)
        .map(({ start, end }) => ({ start, end, part: "shares" })),
    ];
  if (kind === "multisig")
    return findWords(text, /\b\d{1,9}\s{0,5}(?:-?\s?(?:of|out of)\s?-?|\/)\s{0,5}\d{1,9}\b/gi, "signatures");
  if (kind === "staking" && settings.rewardPerDay)
    return findWords(text, /\b\d[\d,]*(?= [\w ]{0,20}(?:per|a|every|each) )/g, "rewardPerDay");
  if (kind === "crowdsale" && settings.rate) return findWords(text, /\b(?:1|one) (?:eth|ether)\b/gi, "rate");
  return [];
}

const wordPattern = /[\p{L}\p{N}$][\p{L}\p{N}$%'’.-]*/gu;

/** The words of a text that carry a requirement. */
export function findContentWords(text: string): string[] {
  return Array.from(text.matchAll(wordPattern)).flatMap((match) => {
    const word = match[0].replace(/[.'’-]{1,4}$/, "");
    return saysNothing(text, match.index, word, false) ? [] : [word];
  });
}

function saysNothing(text: string, at: number, word: string, isChange: boolean): boolean {
  return isNeutral(word, isChange) && !isAction(word, text.slice(Math.max(0, at - 60), at));
}

/** Joins neighbouring words that nothing claims to phrases. */
function findUnread(text: string, claims: Claim[], isChange: boolean): Unread[] {
  const subjectEnd = readSubjectEnd(text, claims);
  const isClaimed = new Uint8Array(text.length);
  for (const { start, end } of claims) isClaimed.fill(1, start, end);
  const found: (Unread & { end: number })[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0].replace(/[.'’-]{1,4}$/, "");
    const end = match.index + word.length;
    if (
      saysNothing(text, match.index, word, isChange) ||
      isClaimed.subarray(match.index, end).every((mark) => mark === 1)
    )
      continue;
    const last = found.at(-1);
    const gap = last && text.slice(last.end, match.index);
    if (last && gap !== undefined && /^[\s-]*$/.test(gap)) {
      last.words += gap + word;
      last.end = end;
    } else found.push({ words: word, end, isSubject: match.index < subjectEnd });
  }
  return found.map(({ words, isSubject }) => ({ words, isSubject }));
}
