import type { LedgerEntry, LedgerRequest } from "@mintwright/api-contract";
import { formatCredits } from "../ui/format.ts";

type Kind = LedgerEntry["kind"];

export const kindNames: Record<Kind, string> = {
  grant: "Added",
  capture: "Spent",
  hold: "Held",
  release: "Released",
  reclaim: "Reclaimed",
};

export const ledgerKinds = ["grant", "capture", "hold", "release", "reclaim"] as const satisfies Kind[];

/** The URL parameters of the credits page: the ledger filter, and the payment after a checkout. */
export interface CreditsSearch {
  kind?: Kind | undefined;
  key?: string | undefined;
  operation?: string | undefined;
  payment?: string | undefined;
  /** `saved` after a payment method was saved at the provider. */
  method?: "saved" | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses the URL parameters and drops invalid values. */
export function readCreditsSearch(search: Record<string, unknown>): CreditsSearch {
  const matching = (value: unknown, pattern: RegExp) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;
  return {
    kind: ledgerKinds.find((kind) => kind === search.kind),
    key: matching(search.key, uuid),
    operation: matching(search.operation, /^\w{1,64}$/),
    payment: matching(search.payment, uuid),
    method: search.method === "saved" ? "saved" : undefined,
  };
}

/** Translates the page's filter into the API's. */
export const toLedgerQuery = ({ kind, key, operation }: CreditsSearch) => ({ kind, keyId: key, operation });

const signs: Record<Kind, number> = { grant: 1, release: 1, hold: -1, reclaim: -1, capture: 0 };

/** How an entry changes the balance. A capture does not: its hold did. */
export const changeOf = ({ kind, amount }: Pick<LedgerEntry, "kind" | "amount">) => signs[kind] * amount;

/** Formats a change of the balance with its sign. */
export const formatChange = (change: number) =>
  `${change > 0 ? "+" : change < 0 ? "−" : ""}${formatCredits(Math.abs(change))}`;

/** Adds the balance after each entry, newest first. Entries that are newer than the row are left out. */
export function addBalances(request: LedgerRequest, entries: LedgerEntry[]): LedgerRequest["entries"] {
  const first = entries.findIndex(({ id }) => id === request.entries[0]?.id);
  let after = request.balance;
  return entries.slice(Math.max(0, first)).map((entry) => {
    const balance = after;
    // Amounts have two decimals; sums of them must not show the errors of floating point numbers.
    if (after !== null) after = Math.round((after - changeOf(entry)) * 100) / 100;
    return { ...entry, balance };
  });
}

/** The columns of the ledger: on a phone the balance stands below the change. */
export const ledgerColumns = "grid-cols-[1fr_auto_2.25rem] md:grid-cols-[1fr_6rem_7rem_2.25rem] gap-x-4";
