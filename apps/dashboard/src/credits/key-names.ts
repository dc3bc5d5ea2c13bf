import { useQuery } from "@tanstack/react-query";
import { keysQuery, usageQuery } from "../api/queries.ts";

/** The names of the account's keys by their ids, those included that are in no list any more but were used lately. */
export function useKeyNames(): Map<string, string> {
  const { data: keys } = useQuery(keysQuery);
  const { data: usage } = useQuery(usageQuery(90));
  const used = usage?.rows.map((row) => [row.keyId, row.keyName ?? "deleted key"] as const) ?? [];
  return new Map([...used, ...(keys?.keys.map((key) => [key.id, key.name] as const) ?? [])]);
}
