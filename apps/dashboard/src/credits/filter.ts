import type { LedgerEntry } from "@mintwright/api-contract";

type Kind = LedgerEntry["kind"];

/** What kinds of entries are called. */
export const kindWords: Record<Kind, string> = {
  grant: "Added",
  capture: "Spent",
  hold: "Held",
  release: "Given back",
  reclaim: "Taken back",
};

export const ledgerKinds = ["grant", "capture", "hold", "release", "reclaim"] as const satisfies Kind[];

/** What the address says about the credits page: which entries of the ledger, and a payment one comes back from. */
export interface CreditsSearch {
  kind?: Kind | undefined;
  key?: string | undefined;
  operation?: string | undefined;
  payment?: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads it, dropping what makes no sense. */
export function readCreditsSearch(search: Record<string, unknown>): CreditsSearch {
  const matching = (value: unknown, pattern: RegExp) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;
  return {
    kind: ledgerKinds.find((kind) => kind === search.kind),
    key: matching(search.key, uuid),
    operation: matching(search.operation, /^\w{1,64}$/),
    payment: matching(search.payment, uuid),
  };
}

/** Translates the page's filter into the API's. */
export const toLedgerQuery = ({ kind, key, operation }: CreditsSearch) => ({ kind, keyId: key, operation });
