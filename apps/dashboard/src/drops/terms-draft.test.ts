import type { OwnedDrop } from "@mintwright/api-contract/dashboard";
import { describe, expect, it } from "vitest";
import { findTermsDraftGap, startTermsDraft, toChange } from "./terms-draft.ts";

const dropWith = (terms: Partial<OwnedDrop["terms"]>) =>
  ({
    terms: {
      ...{ price: "10000000000000000", startsAt: "2026-05-01T12:00:30.000Z", maxPerWallet: 4 },
      ...{ allowList: { wallets: 5 }, ...terms },
    },
  }) as OwnedDrop;
const everyWallet = `0x${"0".repeat(64)}`;

describe("a change of the terms", () => {
  it("leaves the start and the list as they are on the chain unless they were edited", () => {
    const drop = dropWith({});
    const draft = { ...startTermsDraft(drop), price: "0.02" };
    expect(draft).toMatchObject({ maxPerWallet: "4", who: "sameList" });
    expect(toChange(draft, drop, undefined)).toEqual({ price: 2n * 10n ** 16n, maxPerWallet: 4n });
  });

  it("starts now when the field is empty, also for a sale that was closed", () => {
    const drop = dropWith({ startsAt: null });
    const { startsAt = 0n } = toChange(startTermsDraft(drop), drop, undefined);
    expect(Math.abs(Number(startsAt) - Date.now() / 1000)).toBeLessThan(60);
  });

  it("replaces or removes the list", () => {
    const drop = dropWith({});
    const draft = startTermsDraft(drop);
    expect(toChange({ ...draft, who: "everyone" }, drop, undefined).allowList).toBe(everyWallet);
    const root = `0x${"a".repeat(64)}`;
    expect(toChange({ ...draft, who: "newList" }, drop, root).allowList).toBe(root);
  });

  it("needs a price, a limit and the wallets of a new list", () => {
    const draft = startTermsDraft(dropWith({}));
    expect(findTermsDraftGap(draft)).toBeUndefined();
    expect(findTermsDraftGap({ ...draft, price: "much" })).toMatch(/price/);
    expect(findTermsDraftGap({ ...draft, maxPerWallet: "0" })).toMatch(/limit/);
    expect(findTermsDraftGap({ ...draft, who: "newList" })).toMatch(/wallets/);
    expect(findTermsDraftGap({ ...draft, who: "newList", allowList: "0x1" })).toMatch(/not a wallet/);
  });
});
