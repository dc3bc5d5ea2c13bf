import type { DropOrder } from "@mintwright/api-contract/dashboard";
import { formatCount } from "../ui/format.ts";
import { readCoins } from "../ui/format-coins.ts";

/** The form of a claim page, as typed. */
export interface DropDraft {
  name: string;
  symbol: string;
  tokenName: string;
  description: string;
  price: string;
  maxPerWallet: string;
  /** The value of a datetime-local input; empty for now. */
  startsAt: string;
  royaltyPercent: string;
  allowList: string;
}

/** The server's own limit. */
const maxAllowedWallets = 10_000;

const isAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text);

/** Parses addresses that are separated by lines, spaces or commas. */
export function readAllowList(
  text: string,
): { wallets: string[]; problem?: never } | { wallets?: never; problem: string } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  const wrong = parts.find((part) => !isAddress(part));
  if (wrong !== undefined) return { problem: `${wrong.slice(0, 50)} is not a wallet address.` };
  const wallets = [...new Set(parts.map((part) => part.toLowerCase()))];
  if (wallets.length > maxAllowedWallets) return { problem: "An allow list has at most 10,000 wallets." };
  return { wallets };
}

/** Returns a message about the first missing or invalid field. */
export function findDropGap(draft: DropDraft): string | undefined {
  const { name, symbol, tokenName, description, price, maxPerWallet, royaltyPercent, allowList } = draft;
  if (name.trim() === "") return "Enter the collection name.";
  if (symbol.trim() === "") return "Enter the symbol.";
  if (tokenName.trim() === "") return "Enter the token name.";
  if (description.trim() === "") return "Enter the description.";
  const termsGap = findTermsGap({ price, maxPerWallet });
  if (termsGap) return termsGap;
  const royalty = Number(royaltyPercent);
  if (royaltyPercent.trim() === "" || !(royalty >= 0 && royalty <= 50))
    return "Enter a royalty from 0 to 50 percent.";
  return readAllowList(allowList).problem;
}

export function findTermsGap({
  price,
  maxPerWallet,
}: Pick<DropDraft, "price" | "maxPerWallet">): string | undefined {
  if (readCoins(price) === undefined) return "Enter the price, such as 0.01.";
  const limit = Number(maxPerWallet);
  return Number.isInteger(limit) && limit >= 1 && limit <= 10_000
    ? undefined
    : "Enter a limit per wallet from 1 to 10,000.";
}

export function describeAllowList(text: string): string {
  const { wallets, problem } = readAllowList(text);
  if (problem !== undefined) return problem;
  return wallets.length > 0
    ? `${formatCount(wallets.length, "wallet")} may claim.`
    : "One address per line. Empty lets every wallet claim.";
}

/** Converts a form without gaps. */
export function toOrder(draft: DropDraft, owner: string): DropOrder {
  return {
    owner,
    name: draft.name.trim(),
    symbol: draft.symbol.trim(),
    tokenName: draft.tokenName.trim(),
    description: draft.description.trim(),
    royaltyPercent: Math.round(Number(draft.royaltyPercent) * 100) / 100,
    price: String(readCoins(draft.price) ?? 0n),
    startsAt: draft.startsAt ? new Date(draft.startsAt).toISOString() : null,
    maxPerWallet: Number(draft.maxPerWallet),
    allowList: readAllowList(draft.allowList).wallets ?? [],
  };
}
