import type { ContractKind, Settings } from "../plan.ts";
import { findAmounts, findDurations, findEther, findShares, type Mention } from "./numbers.ts";
import { serviceReaders } from "./service-settings.ts";

/** Finds the first number with these words directly before or after it. */
function find<Value>(
  mentions: Mention<Value>[],
  words: string,
  first: "after" | "before" = "after",
): Value | undefined {
  const join = String.raw`(?:\s|:|=|\bof\b|\bis\b|\bto\b|\bat\b|\bbe\b|\bshould\b|\bset\b|\bfor\b|\bthe\b|\ba\b|\ban\b|\bwith\b|\bminimum\b|\bmin\b|\blasts?\b|\bperiod\b|\bdelay\b|\bfee\b|\btime\b|\bup\b|\bwithin\b|\bafter\b)*`;
  const before = new RegExp(`(?:${words})${join}$`);
  const after = new RegExp(
    String.raw`^[\s-]*(?:(?:of|in|total|long|linear|the|platform|creator|secondary|minimum|early|as|on|a)\s+)*(?:${words})`,
  );
  const isAfter = mentions.find((mention) => after.test(mention.after));
  const isBefore = mentions.find((mention) => before.test(mention.before));
  return (first === "after" ? (isAfter ?? isBefore) : (isBefore ?? isAfter))?.value;
}

type Reader = (text: string) => Settings;

function readErc20(text: string): Settings {
  const shares = findShares(text);
  return drop({
    tax: find(shares, "tax(?:es)?|(?:transfer |transaction )?fees?|is taken|goes to"),
    maxWallet: find(
      shares,
      "more than|max(?:imum)?(?: per)? wallet|per wallet|anti[ -]?whale|of (?:the )?(?:total )?supply",
    ),
  });
}

function readErc721(text: string): Settings {
  const counts = findAmounts(text).filter(
    ({ after }) => !/^\s*(?:eth|ether|%|percent|day|week|month|hour)/.test(after),
  );
  const perWallet = counts.find(({ after }) =>
    /^\s*(?:nfts? |tokens? |mints? |each )?(?:per|for each|a|\/)\s*(?:wallet|address|user|person|account)/.test(
      after,
    ),
  );
  const isFree = /\bfree\b/i.test(text);
  const supply = find(
    counts.filter((count) => count !== perWallet),
    String.raw`(?:max(?:imum)? |total |limited )*(?:supply|nfts?|pieces|items|editions?|collectibles|tokens|total|in total|max|limited)\b`,
  );
  return drop({
    royalty: find(findShares(text), String.raw`royalt(?:y|ies)|\(?erc-?2981`),
    maxSupply: toCount(supply),
    maxPerWallet: toCount(perWallet?.value),
    price: findEther(text)[0]?.value ?? (isFree ? "0" : undefined),
  });
}

const readErc1155: Reader = (text) => drop({ royalty: find(findShares(text), "royalt(?:y|ies)") });

function readGovernor(text: string): Settings {
  const times = findDurations(text);
  const amounts = findAmounts(text);
  const timelock = find(times, String.raw`time-?\s?lock`);
  const rest = times.filter(
    ({ before, after }) =>
      !/time-?\s?lock(?: of| delay|:)*\s*$/.test(before) && !/^\s*time-?\s?lock/.test(after),
  );
  return drop({
    timelock,
    votingDelay: find(rest, "(?:voting |vote )?delay"),
    votingPeriod: find(
      rest,
      "voting(?! delay)|period|votes? (?:last|run|take|stay)s?|voting (?:lasts?|runs?|takes?)",
    ),
    quorum: find(findShares(text), "quorum"),
    quorumAbsolute: toWhole(
      amounts.find(
        ({ before, after }) =>
          /quorum(?: of| is|:)?\s*$/.test(before) && /^\s*(?:nfts?|tokens?|votes?)\b/.test(after),
      )?.value,
    ),
    threshold: toWhole(
      amounts.find(
        ({ before, after }) =>
          /threshold(?: of| is|:)?\s*$/.test(before) ||
          /^\s*\w* ?(?:nfts?|tokens?|votes?) (?:to|needed to|required to) (?:make |create )?propos/.test(
            after,
          ),
      )?.value,
    ),
  });
}

function readVesting(text: string): Settings {
  const times = findDurations(text);
  const isLock = !/\bvest/i.test(text);
  const cliff = /\b(?:no|without(?: a)?|zero) cliff\b/i.test(text) ? 0 : find(times, "cliff");
  const others = times.filter(
    ({ before, after }) => !/^[\s-]*cliff/.test(after) && !/cliff(?: of| is|:)?\s*$/.test(before),
  );
  const longest = Math.max(0, ...others.map(({ value }) => value)) || undefined;
  const startsAfterCliff = /\bcliff,? (?:and )?(?:then|after (?:that|which)|followed by)\b/i.test(text);
  const duration = longest && startsAfterCliff ? longest + (cliff ?? 0) : longest;
  const initial = findShares(text).find(({ before, after }) =>
    /release|unlock|start|tge|launch|immediate|upfront/.test(before + after),
  );
  return drop({
    duration,
    cliff: isLock ? duration : cliff,
    initialRelease: initial?.value,
  });
}

const readTimelock: Reader = (text) => drop({ delay: findDurations(text)[0]?.value });

function readStaking(text: string): Settings {
  const shares = findShares(text).filter(
    ({ before, after }) => !isShortRate.test(after) && !/\b(?:daily|weekly|monthly|hourly)\b/.test(before),
  );
  const penalty = find(shares, "penalty|early");
  const apr =
    find(shares, String.raw`apr\b|apy\b|yield|interest|annual\w*|per year|a year|yearly|rewards?|return`) ??
    shares.find(({ value }) => value !== penalty)?.value;
  const perTime = findAmounts(text).find(({ after }) => rewardPer.test(after));
  const unit = rewardPer.exec(perTime?.after ?? "")?.[1];
  return drop({
    apr: perTime ? undefined : apr,
    rewardPerDay: perTime && unit ? scalePerDay(perTime.value, unit) : undefined,
    lock: find(findDurations(text), String.raw`lock(?:ed|ing|up|-up)?|minimum stak\w*`),
    earlyPenalty: penalty,
  });
}

/** A rate for less than a year is not an annual rate. */
const isShortRate =
  /^\s*(?:\w+ ){0,2}(?:daily|weekly|monthly|hourly|(?:per|a|each|every) (?:hour|day|week|month))\b/;

const rewardPer =
  /^\s*(?:reward |rewards |token |tokens |coins )*(?:in rewards )?(?:per|a|every|each|\/)\s?(second|minute|hour|day|week|month|year)\b|^\s*(?:\w+ )*(daily)\b/;

function scalePerDay(amount: string, unit: string): string | undefined {
  const perDay: Record<string, bigint> = { second: 86_400n, minute: 1_440n, hour: 24n, day: 1n };
  const days: Record<string, bigint> = { week: 7n, month: 30n, year: 365n };
  if (!/^\d+$/.test(amount)) return unit === "day" ? amount : undefined;
  const factor = perDay[unit];
  if (factor) return String(BigInt(amount) * factor);
  return String(BigInt(amount) / (days[unit] ?? 1n));
}

function readCrowdsale(text: string): Settings {
  const ether = findEther(text);
  const rate =
    /(?:1|one|each|every|per)\s?(?:eth|ether)\s*(?:=|is|gives?|buys?|gets?|for|equals|->|:)\s*(\d[\d,]*)/i.exec(
      text,
    )?.[1] ??
    /(?<![\w,])(\d[\d,]{0,30})\s{0,5}(?:\w{1,30} )?(?:tokens?|coins?)?\s{0,5}(?:per|for each|for every|for 1|for one|for|each|\/)\s{0,5}(?:eth|ether)\b/i.exec(
      text,
    )?.[1] ??
    /\brate(?: of| is|:| =)?\s*(\d[\d,]*)/i.exec(text)?.[1];
  return drop({
    rate: rate?.replaceAll(",", ""),
    hardCap: find(ether, String.raw`hard\s?-?cap`) ?? find(ether, String.raw`(?<!soft\s?-?)\bcap`),
    softCap: find(ether, String.raw`soft\s?-?cap|minimum goal|goal`),
    minimum: find(ether, "min(?:imum)?(?: contribution| buy| purchase)?", "before"),
    maximum: find(
      ether,
      "max(?:imum)?(?: contribution| buy| purchase)?|per (?:buyer|wallet|person|user|address)",
      "before",
    ),
    duration: findDurations(text)[0]?.value,
  });
}

const readEscrow: Reader = (text) =>
  drop({ deadline: findDurations(text)[0]?.value, fee: find(findShares(text), "fees?|commission|cut") });

function readMultisig(text: string): Settings {
  const pair = /(?<!\d)(\d{1,9})\s{0,5}(?:-?\s?(?:of|out of)\s?-?|\/)\s{0,5}(\d{1,9})/i.exec(text);
  const owners =
    pair?.[2] ??
    /(?<!\w)(\d{1,9})\s{0,5}(?:\w{1,30} )?(?:owners?|signers?|members?|people|keys|wallets|founders)/i.exec(
      text,
    )?.[1];
  const signatures =
    pair?.[1] ??
    /(?<!\w)(\d{1,9})\s{0,5}(?:\w{1,30} )?(?:confirm\w*|signatures?|approv\w*|votes?|must (?:sign|agree))/i.exec(
      text,
    )?.[1];
  return drop({ owners: toCount(owners), signatures: toCount(signatures) });
}

const readAirdrop: Reader = (text) => drop({ deadline: findDurations(text)[0]?.value });

const readMarketplace: Reader = (text) =>
  drop({
    fee: find(findShares(text), "(?:platform |marketplace |market |sale |trading )?(?:fees?|commission|cut)"),
  });

function readSplitter(text: string): Settings {
  const ratio = /\b\d+(?:\s*[/:]\s*\d+)+\b/.exec(text)?.[0].split(/[/:]/);
  const shares = ratio ?? findShares(text).map(({ value }) => String(value / 100));
  const isEqual = /\b(?:equal|even)ly?\b/i.test(text);
  const people =
    /\b(two|three|four|five|six|\d+)\s+(?:people|persons|wallets|addresses|partners|members|payees|founders)/i.exec(
      text,
    )?.[1];
  if (shares.length > 1)
    return {
      shares: shares
        .map((share) => share.trim())
        .filter((share) => /^\d+$/.test(share))
        .join(","),
    };
  const counts: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
  const count = people ? (counts[people.toLowerCase()] ?? Number(people)) : 0;
  return count > 1 && (isEqual || shares.length === 0)
    ? { shares: Array.from({ length: Math.min(count, 50) }, () => "1").join(",") }
    : {};
}

const readers: Partial<Record<ContractKind, Reader>> = {
  erc20: readErc20,
  erc721: readErc721,
  erc1155: readErc1155,
  governor: readGovernor,
  vesting: readVesting,
  timelock: readTimelock,
  staking: readStaking,
  crowdsale: readCrowdsale,
  escrow: readEscrow,
  multisig: readMultisig,
  airdrop: readAirdrop,
  marketplace: readMarketplace,
  splitter: readSplitter,
};

export function readSettings(text: string, kind: ContractKind): Settings {
  return readers[kind]?.(text) ?? drop(serviceReaders[kind]?.(text) ?? {});
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function toWhole(text: string | undefined): string | undefined {
  return text?.split(".")[0];
}

function drop(settings: { [Key in keyof Settings]: Settings[Key] | undefined }): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
