import { assertLedgerAddsUp } from "@mintwright/test-harness";
import { expect } from "vitest";
import { promptPrice, readAmounts } from "./account-amounts.ts";
import { query } from "./query.ts";
import type { RetryingLoad } from "./retrying-load.ts";

/** Asserts that every request of a load was answered and captured exactly once, and that nothing else was. */
export async function assertChargedOnce(
  databaseUrl: string,
  accountId: string,
  { figures, requestIds }: RetryingLoad,
): Promise<void> {
  expect(figures.answered).toBe(figures.requests);
  await assertCapturedOnce(databaseUrl, accountId, requestIds);
}

/** Asserts that every request was captured exactly once, each for the price of a prompt, and that nothing else was. */
export async function assertCapturedOnce(
  databaseUrl: string,
  accountId: string,
  requestIds: readonly string[],
): Promise<void> {
  const captures = await query<{ request_id: string; captures: number; amount: number }>(
    databaseUrl,
    `select request_id, count(*)::int as captures, sum(amount)::int as amount
     from ledger_entry where account_id = $1 and kind = 'capture' group by request_id`,
    [accountId],
  );
  expect(captures.filter(({ captures, amount }) => captures !== 1 || amount !== promptPrice)).toEqual([]);
  expect(new Set(captures.map(({ request_id }) => request_id))).toEqual(new Set(requestIds));
  const { granted, balance, held, spent } = await readAmounts(databaseUrl, accountId);
  const price = promptPrice * requestIds.length;
  expect({ balance, held, spent }).toEqual({ balance: granted - price, held: 0, spent: price });
  await assertLedgerAddsUp(databaseUrl);
}
