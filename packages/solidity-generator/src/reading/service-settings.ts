import type { ContractKind, Settings } from "../plan.ts";
import { findAmounts, findDurations, findEther, findIntervals, findShares, type Mention } from "./numbers.ts";

type Found = { [Key in keyof Settings]: Settings[Key] | undefined };

const firstOf = <Value>(mentions: Mention<Value>[]): Value | undefined => mentions[0]?.value;
const near = <Value>(mentions: Mention<Value>[], words: RegExp): Value | undefined =>
  mentions.find(({ before, after }) => words.test(before.slice(-30)) || words.test(after.slice(0, 20)))
    ?.value;

/** Amounts that are not part of a duration, a share or the name of a standard. */
function findCounts(text: string): Mention<string>[] {
  return findAmounts(text).filter(
    ({ before, after }) =>
      !/^\s*-?(?:%|percent|eth|ether|days?|weeks?|months?|years?|hours?|minutes?|seconds?)\b/.test(after) &&
      !/(?:erc|eip)-?\s?$/.test(before),
  );
}

const duration = (text: string) => firstOf(findDurations(text));
const interval = (text: string) => firstOf(findIntervals(text)) ?? duration(text);

/** Reads the numbers of the kinds that run a service for one purpose. */
export const serviceReaders: Partial<Record<ContractKind, (text: string) => Found>> = {
  auction: (text) => ({
    duration: duration(text),
    reserve: near(findEther(text), /reserve|start|min|floor|opening/) ?? firstOf(findEther(text)),
    increment: near(findShares(text), /increment|higher|step|raise|more/),
  }),
  dutchAuction: (text) => {
    const prices = findEther(text)
      .map(({ value }) => value)
      .sort((a, b) => Number(b) - Number(a));
    return { duration: duration(text), startPrice: prices[0], endPrice: prices[1] };
  },
  raffle: (text) => ({ price: firstOf(findEther(text)), duration: duration(text) }),
  crowdfunding: (text) => ({
    goal: near(findEther(text), /goal|target|raise/) ?? firstOf(findEther(text)),
    duration: duration(text),
  }),
  voting: (text) => ({ duration: duration(text) }),
  faucet: (text) => ({
    amount: firstOf(findEther(text)) ?? firstOf(findCounts(text)),
    interval: interval(text),
  }),
  subscription: (text) => ({
    price: firstOf(findEther(text)) ?? firstOf(findCounts(text)),
    interval: interval(text),
  }),
  registry: (text) => ({ price: firstOf(findEther(text)), interval: interval(text) }),
  commitReveal: (text) => {
    const [first, second] = findDurations(text);
    return { duration: first?.value, revealPeriod: second?.value };
  },
  inheritance: (text) => ({ interval: duration(text) ?? firstOf(findIntervals(text)) }),
  savings: (text) => ({ lock: duration(text), goal: firstOf(findEther(text)) }),
  flashLender: (text) => ({ fee: firstOf(findShares(text)) }),
  bounty: (text) => ({ deadline: duration(text) }),
  nftStaking: (text) => ({
    rewardPerDay: /\b(?:per|a|each|every) day\b|\bdaily\b/i.test(text)
      ? firstOf(findCounts(text))
      : undefined,
  }),
  ticketSale: (text) => ({
    price: firstOf(findEther(text)) ?? (/\bfree\b/i.test(text) ? "0" : undefined),
    tickets: toCount(firstOf(findCounts(text))),
  }),
  allowanceWallet: (text) => ({ interval: interval(text) }),
  hashTimelock: (text) => ({ lock: duration(text) }),
  vault: (text) => ({ fee: near(findShares(text), /withdraw|exit|fee/) }),
};

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}
