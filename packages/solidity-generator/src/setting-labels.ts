import type { Settings } from "./plan.ts";
import { toDuration } from "./writing/solidity-file.ts";

type Unit = "time" | "share" | "ether" | "tokens" | "count";

/** How a setting is called in coverage, and its unit. */
const labels: Record<keyof Settings, [label: string, unit: Unit]> = {
  tax: ["tax on transfers", "share"],
  maxWallet: ["largest balance of a wallet", "share"],
  royalty: ["royalty", "share"],
  maxSupply: ["maximum supply", "count"],
  price: ["price", "ether"],
  maxPerWallet: ["maximum per wallet", "count"],
  votingDelay: ["voting delay", "time"],
  votingPeriod: ["voting period", "time"],
  quorum: ["quorum", "share"],
  quorumAbsolute: ["quorum", "count"],
  threshold: ["votes needed to propose", "count"],
  timelock: ["timelock", "time"],
  cliff: ["cliff", "time"],
  duration: ["duration", "time"],
  initialRelease: ["released at the start", "share"],
  delay: ["delay", "time"],
  apr: ["yearly rate", "share"],
  rewardPerDay: ["reward per day", "tokens"],
  lock: ["lock", "time"],
  earlyPenalty: ["penalty for early withdrawal", "share"],
  rate: ["tokens for 1 ether", "tokens"],
  hardCap: ["hard cap", "ether"],
  softCap: ["soft cap", "ether"],
  minimum: ["minimum", "ether"],
  maximum: ["maximum", "ether"],
  deadline: ["deadline", "time"],
  fee: ["fee", "share"],
  owners: ["owners", "count"],
  signatures: ["signatures needed", "count"],
  shares: ["shares", "count"],
  amount: ["amount", "count"],
  interval: ["interval", "time"],
  goal: ["goal", "ether"],
  reserve: ["lowest first bid", "ether"],
  increment: ["increase of each bid", "share"],
  startPrice: ["first price", "ether"],
  endPrice: ["last price", "ether"],
  revealPeriod: ["time to reveal", "time"],
  tickets: ["tickets", "count"],
};

/** Formats a setting for a person: "duration: 7 days". */
export function describeSetting(setting: keyof Settings, value: string | number): string {
  const [label, unit] = labels[setting];
  const formatted = {
    time: () => (value === 0 ? "none" : toDuration(Number(value))),
    share: () => `${Number(value) / 100} %`,
    ether: () => `${value} ether`,
    tokens: () => `${value} tokens`,
    count: () => String(value),
  }[unit]();
  return `${label}: ${formatted}`;
}
