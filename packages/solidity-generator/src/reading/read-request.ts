import { getAddress } from "viem";
import { GenerationError } from "../generation-error.ts";
import { findKnownToken, kindsWithToken } from "../known-tokens.ts";
import { type ContractKind, type ContractPlan, type Feature, featuresByKind, planSchema } from "../plan.ts";
import { type Account, accountFor } from "./account-for.ts";
import { readAccess, readFeatures, readUpgradeable } from "./features.ts";
import { asksForNew, readKinds } from "./kind.ts";
import { readNames } from "./names.ts";
import { readSettings } from "./settings.ts";
import { readSupply } from "./supply.ts";

/** The part of a request that is read: the patterns look back and ahead, and would be slow on very long text. */
export const maxCharacters = 4_000;

const tokens = new Set<ContractKind>(["erc20", "stablecoin", "erc721", "erc1155"]);

/** Settings that imply a feature if a request gives their number. */
const featureBySetting: Partial<Record<string, Feature>> = {
  tax: "tax",
  maxWallet: "maxWallet",
  royalty: "royalty",
  maxSupply: "maxSupply",
  price: "publicMint",
  maxPerWallet: "maxPerWallet",
  timelock: "timelock",
  lock: "lock",
  earlyPenalty: "earlyPenalty",
  hardCap: "hardCap",
  softCap: "softCap",
  minimum: "minimum",
  maximum: "maximum",
  duration: "duration",
  deadline: "deadline",
  fee: "fee",
};

/** Features that are included unless a request rules them out. */
const naturalFeatures: Partial<Record<ContractKind, Feature[]>> = {
  stablecoin: ["mintable", "burnable"],
  governor: ["timelock"],
};

/** A plan, and how it accounts for the words of the request. */
export interface Reading extends Account {
  plan: ContractPlan;
  /** The text that claims refer to. */
  text: string;
  /** Whether the request changes an earlier contract. */
  isChange: boolean;
}

/**
 * Turns a request in plain English into a plan, without a model. With an earlier plan, the request changes that plan
 * unless it asks for something new. Undefined if the request asks for no known kind of contract.
 */
export function readRequest(request: string, earlier?: ContractPlan): Reading | undefined {
  const text = request.slice(0, maxCharacters);
  const kinds = readKinds(text);
  if (earlier && (kinds.length === 0 || !asksForNew(text))) {
    const plan = check(applyRequest(text, earlier, true));
    return { plan, text, isChange: true, ...account(request, plan, true) };
  }
  return chooseReading(kinds, request);
}

/** Of the kinds that a request names, takes the one that leaves the fewest words unread. */
function chooseReading(kinds: ContractKind[], request: string): Reading | undefined {
  let failure: unknown;
  const readings = kinds.flatMap((kind) => {
    try {
      return [readRequestFor(kind, request)];
    } catch (error) {
      failure ??= error;
      return [];
    }
  });
  if (readings.length === 0 && failure) throw failure;
  const counts = readings.map(countUnread);
  return readings[counts.indexOf(Math.min(...counts))];
}

function countUnread({ unread }: Reading): number {
  return unread.reduce(
    (sum, { words, isSubject }) => sum + words.split(/[\s-]+/).length * (isSubject ? 2 : 1),
    0,
  );
}

/** Reads a request for a new contract whose kind is already known. */
export function readRequestFor(kind: ContractKind, request: string): Reading {
  const text = request.slice(0, maxCharacters);
  const plan = check(
    applyRequest(text, { kind, features: [...(naturalFeatures[kind] ?? [])], settings: {} }, false),
  );
  return { plan, text, isChange: false, ...account(request, plan, false) };
}

/** Accounts for a whole request: what is beyond the part that is read is reported. */
export function account(request: string, plan: ContractPlan, isChange: boolean): Account {
  const { claims, unread } = accountFor(request.slice(0, maxCharacters), plan, isChange);
  if (request.length <= maxCharacters) return { claims, unread };
  const words = `everything after the first ${maxCharacters} characters`;
  return { claims, unread: [...unread, { words, isSubject: false }] };
}

function check(plan: ContractPlan): ContractPlan {
  const { data, error } = planSchema.safeParse(plan);
  if (data) return data;
  const issue = error.issues[0];
  throw new GenerationError(
    "impossible",
    `A contract cannot be generated with ${issue?.path.join(".") ?? "this"} as it is asked for: ${issue?.message}.`,
  );
}

function applyRequest(text: string, base: ContractPlan, isChange: boolean): ContractPlan {
  const { kind } = base;
  const prose = hideUris(text);
  const settings = readSettings(prose, kind);
  const { wanted, refused } = readFeatures(prose, kind);
  for (const setting of Object.keys(settings)) {
    const feature = featureBySetting[setting];
    if (feature && (featuresByKind[kind] as readonly Feature[]).includes(feature) && !refused.has(feature))
      wanted.add(feature);
  }
  const features = settle(kind, new Set([...base.features, ...wanted]), refused, settings);
  const names = kind === "registry" && !/\b(?:called|named)\b/i.test(prose) ? {} : readNames(prose);
  const upgradeable = readUpgradeable(prose);
  const access = readAccess(prose);
  const accounts = [...new Set(text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? [])].map((account) =>
    getAddress(account.toLowerCase()),
  );
  const token = accounts[0] ?? (kindsWithToken.has(kind) ? findKnownToken(prose) : undefined);
  const baseUri = /\b(?:ipfs|https?|ar|data):\/\/[^\s"'<>,]+/.exec(text)?.[0].replace(/(?<![.)])[.)]+$/, "");
  const supply =
    kind === "erc20" || kind === "stablecoin" || (kind === "airdrop" && !token) ? readSupply(prose) : {};
  const plan: ContractPlan = {
    ...base,
    ...(isChange
      ? readRenaming(prose, names)
      : kind === "governor"
        ? readGovernorNames(prose, names)
        : names),
    ...supply,
    ...(baseUri && tokens.has(kind) && { baseUri }),
    ...(access && { access }),
    ...(kind === "multisig" || kind === "splitter"
      ? accounts.length > 0 && { accounts }
      : token && { token }),
    features,
    settings: keepFor(kind, features, { ...base.settings, ...settings }),
  };
  if (upgradeable) plan.upgradeable = upgradeable;
  if (upgradeable === null) delete plan.upgradeable;
  return settleSupply(plan);
}

/** A change request sets a name only if it says so: other capitalised words in it are not names. */
function readRenaming(text: string, names: { name?: string; symbol?: string }) {
  const isNamed = /\brenam|\bnam(?:e|ed)\b|\bcall(?:ed)?\b/i.test(text);
  const isSymbol = /\bsymbol\b|\bticker\b/i.test(text);
  return {
    ...(isNamed && names.name && { name: names.name }),
    ...(isSymbol && names.symbol && { symbol: names.symbol }),
  };
}

/** "a dao with its own token GovCoin (GOV)": the name next to the ticker is the token's. */
function readGovernorNames(text: string, names: { name?: string; symbol?: string }) {
  return /\b(?:called|named|name|call it)\b/i.test(text) || !names.symbol ? names : { symbol: names.symbol };
}

function hideUris(text: string): string {
  return text.replaceAll(/\b(?:ipfs|https?|ar):\/\/[^\s"'<>]+|\b0x[0-9a-fA-F]{40}\b/g, " ");
}

/** Adds the features that others imply, and removes those that they exclude. */
function settle(
  kind: ContractKind,
  features: Set<Feature>,
  refused: Set<Feature>,
  settings: object,
): Feature[] {
  const allowed: readonly Feature[] = featuresByKind[kind];
  if (kind === "airdrop") {
    if (features.has("batch") && !features.has("merkle")) features.delete("deadline");
    else {
      features.delete("batch");
      features.add("merkle");
    }
  }
  if (kind === "governor" && refused.has("timelock")) features.delete("timelock");
  if (kind === "erc721" && features.has("maxPerWallet")) features.add("publicMint");
  if (features.has("publicMint")) features.delete("batchMint");
  if (kind === "staking" && features.has("earlyPenalty")) features.add("lock");
  if (kind === "crowdsale") {
    if (features.has("softCap") && !("softCap" in settings)) features.delete("softCap");
    if (features.has("softCap")) features.add("duration");
  }
  if (kind === "faucet" && features.has("etherPayment") && !("amount" in settings))
    features.delete("etherPayment");
  if (features.has("allowlist") && features.has("blocklist")) features.delete("blocklist");
  return allowed.filter((feature) => features.has(feature) && !refused.has(feature));
}

/** Removes the settings of features that were removed. */
function keepFor(
  kind: ContractKind,
  features: Feature[],
  settings: ContractPlan["settings"],
): ContractPlan["settings"] {
  return Object.fromEntries(
    Object.entries(settings).filter(([setting]) => {
      const feature = featureBySetting[setting];
      const isOfKind = feature && (featuresByKind[kind] as readonly Feature[]).includes(feature);
      return !isOfKind || features.includes(feature);
    }),
  );
}

/** A token that cannot be minted needs an initial supply, and a cap must leave room for minting. */
function settleSupply(plan: ContractPlan): ContractPlan {
  if (plan.kind !== "erc20" && plan.kind !== "stablecoin") return plan;
  const isMintable = plan.features.includes("mintable");
  const settled = { ...plan };
  if (plan.cap !== undefined && !isMintable && plan.supply === undefined) {
    settled.supply = plan.cap;
    delete settled.cap;
  } else if (plan.cap !== undefined && plan.cap !== plan.supply && !isMintable) {
    settled.features = [...plan.features, "mintable"];
  }
  if (
    settled.cap !== undefined &&
    settled.supply !== undefined &&
    Number(settled.cap) < Number(settled.supply)
  ) {
    settled.supply = settled.cap;
  }
  return settled;
}
