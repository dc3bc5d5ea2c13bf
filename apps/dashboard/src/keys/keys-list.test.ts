import type { DashboardKey } from "@mintwright/api-contract/dashboard";
import { expect, it } from "vitest";
import { findKeys } from "./keys-list.ts";

const key = (name: string, createdAt: string, spentThisMonth: number, lastUsedAt: string | null) =>
  ({ name, createdAt, spentThisMonth, lastUsedAt, shownPrefix: `mw_live_aa${name}` }) as DashboardKey;
const keys = [
  key("Shop", "2026-01-02", 3, "2026-02-01"),
  key("Bot", "2026-01-03", 9, null),
  key("Archive", "2026-01-01", 0, "2026-02-03"),
];
const namesOf = (found: DashboardKey[]) => found.map(({ name }) => name);

it("finds keys by name or visible characters and sorts them", () => {
  expect(namesOf(findKeys(keys, " BO ", "newest"))).toEqual(["Bot"]);
  expect(namesOf(findKeys(keys, "aashop", "newest"))).toEqual(["Shop"]);
  expect(namesOf(findKeys(keys, "", "newest"))).toEqual(["Bot", "Shop", "Archive"]);
  expect(namesOf(findKeys(keys, "", "used"))).toEqual(["Archive", "Shop", "Bot"]);
  expect(namesOf(findKeys(keys, "", "spent"))).toEqual(["Bot", "Shop", "Archive"]);
  expect(namesOf(findKeys(keys, "", "name"))).toEqual(["Archive", "Bot", "Shop"]);
});
