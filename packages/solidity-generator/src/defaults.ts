import { type ContractKind, type ContractPlan, has, type Settings } from "./plan.ts";

const day = 86_400;
const year = 365 * day;

/** Tokens that exist at first if the request names no number. */
export const defaultSupply = 1_000_000;

/** The numbers that a contract of a kind needs and a request may leave open. */
const defaultsByKind: Partial<Record<ContractKind, (plan: ContractPlan) => Settings>> = {
  erc20: (plan) => ({
    ...(has(plan, "tax") && { tax: 100 }),
    ...(has(plan, "maxWallet") && { maxWallet: 100 }),
  }),
  erc721: (plan) => ({
    ...(has(plan, "royalty") && { royalty: 500 }),
    ...(has(plan, "maxSupply") && { maxSupply: 10_000 }),
    ...(has(plan, "publicMint") && { price: "0" }),
    ...(has(plan, "maxPerWallet") && { maxPerWallet: 1 }),
  }),
  erc1155: (plan) => (has(plan, "royalty") ? { royalty: 500 } : {}),
  governor: (plan) => ({
    votingDelay: day,
    votingPeriod: 7 * day,
    threshold: "0",
    ...(plan.settings.quorumAbsolute === undefined && { quorum: 400 }),
    ...(has(plan, "timelock") && { timelock: 2 * day }),
  }),
  vesting: () => ({ duration: 4 * year, cliff: 0, initialRelease: 0 }),
  timelock: () => ({ delay: 2 * day }),
  staking: (plan) => ({
    ...(plan.settings.rewardPerDay === undefined && { apr: 1_000 }),
    ...(has(plan, "lock") && { lock: 30 * day }),
    ...(has(plan, "earlyPenalty") && { earlyPenalty: 1_000 }),
  }),
  crowdsale: (plan) => ({
    rate: "1000",
    ...(has(plan, "duration") && { duration: 30 * day }),
    ...(has(plan, "hardCap") && { hardCap: "100" }),
  }),
  escrow: (plan) => ({
    ...(has(plan, "deadline") && { deadline: 30 * day }),
    ...(has(plan, "fee") && { fee: 100 }),
  }),
  multisig: ({ accounts, settings }) => {
    const owners = accounts?.length || Math.max(settings.owners ?? 3, settings.signatures ?? 1);
    return { owners, signatures: Math.min(Math.floor(owners / 2) + 1, owners) };
  },
  airdrop: (plan) => (has(plan, "deadline") ? { deadline: 90 * day } : {}),
  marketplace: (plan) => (has(plan, "fee") ? { fee: 250 } : {}),
  vault: (plan) => (has(plan, "fee") ? { fee: 100 } : {}),
  auction: () => ({ duration: 7 * day, reserve: "0.01", increment: 500 }),
  dutchAuction: () => ({ startPrice: "1", endPrice: "0.1", duration: day }),
  raffle: () => ({ price: "0.01", duration: 7 * day }),
  crowdfunding: () => ({ goal: "10", duration: 30 * day }),
  faucet: () => ({ amount: "1", interval: day }),
  subscription: () => ({ price: "0.01", interval: 30 * day }),
  registry: () => ({ price: "0.01", interval: year }),
  commitReveal: () => ({ duration: day, revealPeriod: day }),
  inheritance: () => ({ interval: 180 * day }),
  flashLender: () => ({ fee: 9 }),
  bounty: () => ({ deadline: 30 * day }),
  nftStaking: () => ({ rewardPerDay: "10" }),
  ticketSale: () => ({ price: "0.01", tickets: 100 }),
  allowanceWallet: () => ({ interval: day }),
  hashTimelock: () => ({ lock: day }),
  splitter: ({ accounts }) => ({
    shares: Array.from({ length: accounts?.length || 2 }, () => "1").join(","),
  }),
};

/** A plan with every number that its contract needs, and the numbers that the request left open. */
export interface CompletePlan {
  plan: ContractPlan;
  assumed: Settings;
}

export function completePlan(plan: ContractPlan): CompletePlan {
  const defaults = defaultsByKind[plan.kind]?.(plan) ?? {};
  const assumed = Object.fromEntries(
    Object.entries(defaults).filter(([setting]) => !(setting in plan.settings)),
  ) as Settings;
  return { plan: { ...plan, settings: { ...assumed, ...plan.settings } }, assumed };
}
