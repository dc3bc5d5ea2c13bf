import { expect, vi } from "vitest";
import { query } from "./query.ts";

/** What an account owns, in 1/100 credits. */
export interface AccountAmounts {
  granted: number;
  balance: number;
  held: number;
  spent: number;
}

/** The price of one rewritten prompt, in 1/100 credits. */
export const promptPrice = 50;

/** Reads what an account owns. */
export async function readAmounts(databaseUrl: string, accountId: string): Promise<AccountAmounts> {
  const [amounts] = await query<AccountAmounts>(
    databaseUrl,
    `select granted::int, balance::int, held::int, spent::int from account where account_id = $1`,
    [accountId],
  );
  if (!amounts) throw new Error(`there is no account ${accountId}`);
  return amounts;
}

/** Counts the ledger's entries of a kind, and the holds that they belong to. */
export async function countEntries(
  databaseUrl: string,
  accountId: string,
  kind: "hold" | "capture" | "release",
): Promise<{ entries: number; holds: number }> {
  const [counts] = await query<{ entries: number; holds: number }>(
    databaseUrl,
    `select count(*)::int as entries, count(distinct hold_id)::int as holds
     from ledger_entry where account_id = $1 and kind = $2::ledger_kind`,
    [accountId, kind],
  );
  return counts ?? { entries: 0, holds: 0 };
}

/** Waits until no account has anything held, and returns the seconds that it took. */
export async function waitUntilNothingHeld(databaseUrl: string, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  await vi.waitFor(
    async () => {
      const [row] = await query<{ held: number; holds: number }>(
        databaseUrl,
        "select sum(held)::int as held, (select count(*)::int from hold) as holds from account",
      );
      expect(row).toEqual({ held: 0, holds: 0 });
    },
    { timeout: withinMs, interval: 100 },
  );
  return (performance.now() - startedAt) / 1000;
}
