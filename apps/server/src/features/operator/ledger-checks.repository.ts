import type { LedgerCheck } from "@mintwright/api-contract/dashboard";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { verifyLedger, verifyOneSealedMonth } from "../credits/index.ts";

/** Checks the ledger and records the result. A round also gives time to read one sealed month again. */
export async function checkLedger(
  database: Database,
  checkedBy: string,
  round?: CleanUpRound,
): Promise<LedgerCheck> {
  const startedAt = performance.now();
  const { accounts, mismatches } = await verifyLedger(database);
  if (round) mismatches.push(...(await verifyOneSealedMonth(database, round)));
  const elapsedInMs = Math.round(performance.now() - startedAt);
  const { checked_at } = await database
    .insertInto("ledger_check")
    .values({
      checked_by: checkedBy,
      elapsed_in_ms: elapsedInMs,
      accounts,
      mismatches: JSON.stringify(mismatches),
    })
    .returning("checked_at")
    .executeTakeFirstOrThrow();
  return { checkedAt: checked_at.toISOString(), checkedBy, elapsedInMs, accounts, mismatches };
}

export async function findLastLedgerCheck(database: Database): Promise<LedgerCheck | undefined> {
  const row = await database
    .selectFrom("ledger_check")
    .selectAll()
    .orderBy("check_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      checkedAt: row.checked_at.toISOString(),
      checkedBy: row.checked_by,
      elapsedInMs: row.elapsed_in_ms,
      accounts: row.accounts,
      mismatches: row.mismatches,
    }
  );
}
