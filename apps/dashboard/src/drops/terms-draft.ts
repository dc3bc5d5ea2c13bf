import type { OwnedDrop } from "@mintwright/api-contract/dashboard";
import { formatCoins, readCoins } from "../ui/format-coins.ts";
import { findTermsGap, readAllowList } from "./drop-draft.ts";
import type { ContractTerms } from "./own-drop.ts";

/** The form that changes the terms of an open sale, as typed. */
export interface TermsDraft {
  price: string;
  maxPerWallet: string;
  /** The value of a datetime-local input; empty for now. */
  startsAt: string;
  who: "everyone" | "sameList" | "newList";
  allowList: string;
}

export function startTermsDraft({ terms }: OwnedDrop): TermsDraft {
  return {
    price: formatCoins(terms.price, "").trim(),
    maxPerWallet: String(terms.maxPerWallet),
    startsAt: writeLocalTime(terms.startsAt),
    who: terms.allowList ? "sameList" : "everyone",
    allowList: "",
  };
}

/** Returns a message about the first missing or invalid field. */
export function findTermsDraftGap(draft: TermsDraft): string | undefined {
  const gap = findTermsGap(draft);
  if (gap || draft.who !== "newList") return gap;
  const { wallets, problem } = readAllowList(draft.allowList);
  return problem ?? (wallets?.length === 0 ? "Enter the wallets of the new list." : undefined);
}

/** Converts a form without gaps to what changes in the contract. A start that was not edited stays to the second. */
export function toChange(
  draft: TermsDraft,
  { terms }: OwnedDrop,
  root: string | undefined,
): Partial<ContractTerms> {
  const isSameStart = terms.startsAt !== null && draft.startsAt === writeLocalTime(terms.startsAt);
  const start = draft.startsAt === "" ? Date.now() : new Date(draft.startsAt).getTime();
  return {
    price: readCoins(draft.price) ?? 0n,
    maxPerWallet: BigInt(draft.maxPerWallet),
    ...(isSameStart ? {} : { startsAt: BigInt(Math.floor(start / 1000)) }),
    ...(draft.who === "everyone" ? { allowList: `0x${"0".repeat(64)}` as const } : {}),
    ...(root === undefined ? {} : { allowList: root as `0x${string}` }),
  };
}

function writeLocalTime(moment: string | null): string {
  if (moment === null) return "";
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
