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
    kind: (Object.keys(kindWords) as Kind[]).find((kind) => kind === search.kind),
    key: matching(search.key, uuid),
    operation: matching(search.operation, /^\w{1,64}$/),
    payment: matching(search.payment, uuid),
  };
}

/** Writes the filter as the API takes it: for a page of the ledger as for its CSV. */
export function toLedgerQuery({ kind, key, operation }: CreditsSearch): string {
  const given = Object.entries({ kind, keyId: key, operation }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given as [string, string][]).toString();
}
