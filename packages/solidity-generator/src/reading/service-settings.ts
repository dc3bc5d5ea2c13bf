import type { ContractKind, Settings } from "../plan.ts";
import { findAmounts, findDurations, findEther, findIntervals, findShares, type Mention } from "./numbers.ts";

type Found = { [Key in keyof Settings]: Settings[Key] | undefined };

const firstOf = <Value>(mentions: Mention<Value>[]): Value | undefined => mentions[0]?.value;
const near = <Value>(mentions: Mention<Value>[], words: RegExp): Value | undefined =>
  mentions.find(({ before, after }) => words.test(before.slice(-30)) || words.test(after.slice(0, 20)))
    ?.value;

/** Words that say a number is about something other than the main price, goal or duration of a contract. */
const otherPurpose =
  /\b(?:min(?:imum)?|max(?:imum)?|at least|up to|fees?|deposits?|limit|penalty|bond|rewards?|tip|buy[ -]?now|extend\w*|extension|by|lock\w*|cooldown|delay|claim\w*|refund\w*|grace)\b[^,;.]{0,20}$/;
const unqualified = <Value>(mentions: Mention<Value>[]): Mention<Value>[] =>
  mentions.filter(
    ({ before, after }) =>
      !otherPurpose.test(before) &&
      !/^\s*(?:fee|deposit|minimum|min|max|bond|penalty|more|less|each time)\b/.test(after),
  );

const countedTokens = /^\s*(?:[\w-]+ )?(?:tokens?|coins?|usdc|usdt|dai|weth|wbtc|link)\b/;

/** Amounts that are not part of a duration, a share or the name of a standard. */
function findCounts(text: string): Mention<string>[] {
  return findAmounts(text).filter(
    ({ before, after }) =>
      !/^\s*-?(?:%|percent|eth|ether|days?|weeks?|months?|years?|hours?|minutes?|seconds?)\b/.test(after) &&
      !/(?:erc|eip)-?\s?$/.test(before),
  );
}

const duration = (text: string) => firstOf(unqualified(findDurations(text)));
const ether = (text: string) => firstOf(unqualified(findEther(text)));
const tokens = (text: string) => firstOf(findCounts(text).filter(({ after }) => countedTokens.test(after)));
const interval = (text: string) => firstOf(findIntervals(text)) ?? firstOf(findDurations(text));

/** Reads the numbers of the kinds that run a service for one purpose. */
export const serviceReaders: Partial<Record<ContractKind, (text: string) => Found>> = {
  auction: (text) => ({
    duration: duration(text),
    reserve: near(findEther(text), /reserve|start|min|floor|opening/) ?? ether(text),
    increment: near(findShares(text), /increment|higher|step|raise|more/),
  }),
  dutchAuction: (text) => {
    const prices = findEther(text)
      .map(({ value }) => value)
      .sort((a, b) => Number(b) - Number(a));
    return { duration: duration(text), startPrice: prices[0], endPrice: prices[1] };
  },
  raffle: (text) => ({ price: ether(text), duration: duration(text) }),
  crowdfunding: (text) => ({
    goal: near(findEther(text), /goal|target|raise/) ?? ether(text),
    duration: duration(text),
  }),
  voting: (text) => ({ duration: duration(text) }),
  faucet: (text) => ({
    amount: firstOf(findEther(text)) ?? tokens(text),
    interval: interval(text),
  }),
  subscription: (text) => ({
    price: ether(text) ?? tokens(text),
    interval: interval(text),
  }),
  registry: (text) => ({ price: ether(text), interval: interval(text) }),
  commitReveal: (text) => {
    const [first, second] = findDurations(text);
    return { duration: first?.value, revealPeriod: second?.value };
  },
  inheritance: (text) => ({ interval: firstOf(findDurations(text)) ?? firstOf(findIntervals(text)) }),
  savings: (text) => ({ lock: firstOf(findDurations(text)), goal: ether(text) }),
  flashLender: (text) => ({ fee: firstOf(findShares(text)) }),
  bounty: (text) => ({ deadline: firstOf(findDurations(text)) }),
  nftStaking: (text) => ({
    rewardPerDay: /\b(?:per|a|each|every) day\b|\bdaily\b/i.test(text) ? tokens(text) : undefined,
  }),
  ticketSale: (text) => ({
    price: ether(text) ?? (/\bfree\b/i.test(text) ? "0" : undefined),
    tickets: toCount(
      firstOf(
        findCounts(text).filter(
          ({ before, after }) =>
            /^\s*(?:\w+ )?(?:tickets?|seats?|pieces|places|spots)\b/.test(after) ||
            (/(?:limited to|max(?:imum)?(?: of)?|supply(?: of)?|only|total of|up to)\s*$/.test(before) &&
              !/^\s*(?:\w+ )?per\b/.test(after)),
        ),
      ),
    ),
  }),
  allowanceWallet: (text) => ({ interval: interval(text) }),
  hashTimelock: (text) => ({ lock: firstOf(findDurations(text)) }),
  vault: (text) => ({ fee: near(findShares(text), /withdraw|exit|fee/) }),
};

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}
