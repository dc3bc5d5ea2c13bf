import type { DashboardKey } from "@mintwright/api-contract/dashboard";

export const keyOrders = [
  ["newest", "Newest"],
  ["used", "Last used"],
  ["spent", "Most spent"],
  ["name", "Name"],
] as const;

export type KeyOrder = (typeof keyOrders)[number][0];

const compare: Record<KeyOrder, (one: DashboardKey, other: DashboardKey) => number> = {
  newest: (one, other) => other.createdAt.localeCompare(one.createdAt),
  used: (one, other) => (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""),
  spent: (one, other) => other.spentThisMonth - one.spentThisMonth,
  name: (one, other) => one.name.localeCompare(other.name),
};

/** Finds keys by a part of their name or of their visible characters. */
export function findKeys(keys: readonly DashboardKey[], words: string, order: KeyOrder): DashboardKey[] {
  const wanted = words.trim().toLowerCase();
  return keys
    .filter(({ name, shownPrefix }) => `${name} ${shownPrefix}`.toLowerCase().includes(wanted))
    .sort(compare[order]);
}
