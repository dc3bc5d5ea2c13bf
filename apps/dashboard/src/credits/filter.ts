import type { LedgerEntry } from "@mintwright/api-contract";

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
  };
}

/** Translates the page's filter into the API's. */
export const toLedgerQuery = ({ kind, key, operation }: CreditsSearch) => ({ kind, keyId: key, operation });
