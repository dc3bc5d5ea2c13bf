import { getAddress } from "viem";
import { z } from "zod";

/** The kinds of contract that have a template. */
export const contractKinds = [
  "erc20",
  "stablecoin",
  "erc721",
  "erc1155",
  "governor",
  "vesting",
  "timelock",
  "staking",
  "crowdsale",
  "escrow",
  "multisig",
  "airdrop",
  "marketplace",
  "splitter",
  "vault",
  "auction",
  "dutchAuction",
  "raffle",
  "crowdfunding",
  "voting",
  "wrappedEther",
  "faucet",
  "subscription",
  "registry",
  "commitReveal",
  "inheritance",
  "storage",
  "savings",
  "todo",
  "milestones",
  "flashLender",
  "bank",
  "donations",
  "stream",
  "bounty",
  "notary",
  "messageBoard",
  "counter",
  "tokenFactory",
  "memberList",
  "nftStaking",
  "tokenSwap",
  "ticketSale",
  "allowanceWallet",
  "multisend",
  "hashTimelock",
] as const;

export type ContractKind = (typeof contractKinds)[number];

/** The optional features of each kind. */
export const featuresByKind = {
  erc20: [
    "mintable",
    "burnable",
    "pausable",
    "permit",
    "votes",
    "flashmint",
    "tax",
    "maxWallet",
    "blocklist",
    "allowlist",
  ],
  stablecoin: ["mintable", "burnable", "pausable", "permit", "votes", "flashmint", "blocklist", "allowlist"],
  erc721: [
    "burnable",
    "pausable",
    "enumerable",
    "uriStorage",
    "votes",
    "royalty",
    "maxSupply",
    "publicMint",
    "maxPerWallet",
    "soulbound",
    "rental",
    "batchMint",
  ],
  erc1155: ["burnable", "pausable", "supplyTracking", "royalty", "updatableUri"],
  governor: ["timelock", "nftVotes"],
  vesting: ["revocable"],
  timelock: ["openExecution"],
  staking: ["lock", "earlyPenalty", "emergencyWithdraw", "pausable"],
  crowdsale: ["hardCap", "softCap", "duration", "minimum", "maximum", "whitelist", "pausable"],
  escrow: ["arbiter", "deadline", "fee", "tokenPayment", "pausable"],
  multisig: [],
  airdrop: ["merkle", "batch", "deadline", "pausable"],
  marketplace: ["fee", "royalties", "offers", "pausable"],
  splitter: [],
  vault: ["pausable", "fee"],
  auction: [],
  dutchAuction: [],
  raffle: [],
  crowdfunding: [],
  voting: ["registration"],
  wrappedEther: [],
  faucet: ["etherPayment"],
  subscription: ["tokenPayment"],
  registry: [],
  commitReveal: [],
  inheritance: [],
  storage: ["text", "ownerOnly"],
  savings: [],
  todo: [],
  milestones: [],
  flashLender: [],
  bank: [],
  donations: [],
  stream: [],
  bounty: [],
  notary: [],
  messageBoard: [],
  counter: ["ownerOnly"],
  tokenFactory: [],
  memberList: [],
  nftStaking: [],
  tokenSwap: [],
  ticketSale: [],
  allowanceWallet: [],
  multisend: [],
  hashTimelock: [],
} as const satisfies Record<ContractKind, readonly string[]>;

export type Feature = (typeof featuresByKind)[ContractKind][number];

const features = [...new Set(Object.values(featuresByKind).flat())] as [Feature, ...Feature[]];

// Decimal text, because amounts of tokens and Ether must not pass through floating-point numbers.
const amount = z.string().regex(/^(?:0|[1-9]\d{0,29})(?:\.\d{1,18})?$/);
const whole = z.string().regex(/^(?:0|[1-9]\d{0,29})$/);
const basisPoints = z.int().min(0).max(10_000);
const seconds = z
  .int()
  .min(0)
  .max(100 * 365 * 86_400);
// Solidity rejects a mixed-case address with a wrong checksum.
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => getAddress(text.toLowerCase()));

/** The numbers that a request can set. Times in seconds, shares in 1/100 %, amounts in whole tokens or Ether. */
export const settingsSchema = z
  .strictObject({
    tax: basisPoints.max(2_500),
    maxWallet: basisPoints.min(1),
    royalty: basisPoints,
    maxSupply: z.int().min(1),
    price: amount,
    maxPerWallet: z.int().min(1),
    votingDelay: seconds,
    votingPeriod: seconds.min(1),
    quorum: basisPoints,
    quorumAbsolute: whole,
    threshold: whole,
    timelock: seconds,
    cliff: seconds,
    duration: seconds.min(1),
    initialRelease: basisPoints,
    delay: seconds,
    apr: z.int().min(1).max(10_000_000),
    rewardPerDay: amount,
    lock: seconds,
    earlyPenalty: basisPoints,
    rate: whole,
    hardCap: amount,
    softCap: amount,
    minimum: amount,
    maximum: amount,
    deadline: seconds.min(1),
    fee: basisPoints.max(5_000),
    // The number of owners, and how many of them must agree.
    owners: z.int().min(1).max(50),
    signatures: z.int().min(1).max(50),
    amount,
    interval: seconds.min(1),
    goal: amount,
    reserve: amount,
    increment: basisPoints,
    startPrice: amount,
    endPrice: amount,
    revealPeriod: seconds.min(1),
    tickets: z.int().min(1).max(1_000_000),
    shares: z.string().regex(/^\d{1,6}(?:,\d{1,6}){0,49}$/),
  })
  .partial();

export type Settings = z.infer<typeof settingsSchema>;

/**
 * The specification of a contract, before any code is written. It is embedded in the source, so that a later request can
 * change it.
 */
export const planSchema = z.strictObject({
  kind: z.enum(contractKinds),
  name: z.string().min(1).max(64).optional(),
  symbol: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,11}$/)
    .optional(),
  supply: amount.optional(),
  decimals: z.int().min(0).max(36).optional(),
  cap: amount.optional(),
  baseUri: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)
    .optional(),
  access: z.enum(["ownable", "roles", "managed"]).optional(),
  upgradeable: z.enum(["uups", "transparent"]).optional(),
  /** An existing token that the contract uses. */
  token: address.optional(),
  /** Owners of a multisig, payees of a splitter. */
  accounts: z.array(address).max(50).optional(),
  features: z.array(z.enum(features)),
  settings: settingsSchema,
});

export type ContractPlan = z.infer<typeof planSchema>;

/** A number that `completePlan` has filled in if the request left it open. */
export function settingOf<Name extends keyof Settings>(
  { kind, settings }: ContractPlan,
  name: Name,
): NonNullable<Settings[Name]> {
  const value = settings[name];
  if (value === undefined) throw new Error(`the plan of a ${kind} contract has no ${name}`);
  return value;
}

export function has(plan: ContractPlan, feature: Feature): boolean {
  return plan.features.includes(feature);
}
