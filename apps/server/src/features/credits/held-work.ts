import { type Centicredits, toCredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { InsufficientCreditsError, KeyLimitReachedError } from "./credits.errors.ts";

const keyLimitReached = 7;

/** Credits to hold for work that goes on after its request. */
export interface WorkHold {
  accountId: string;
  keyId: string;
  holdId: string;
  amount: Centicredits;
  operation: string;
  requestId: string;
}

/**
 * Holds credits in the transaction that accepts the work: either both exist or neither does. Returns the balance after
 * it; throws when the account or the key cannot pay.
 */
export async function holdForWork(transaction: Database, hold: WorkHold): Promise<Centicredits> {
  const { accountId, keyId, holdId, amount, operation, requestId } = hold;
  const { rows } = await sql<{ verdict: number; balance: Centicredits }>`
    select verdict, balance from hold_for_work(
      ${accountId}::uuid, ${keyId}::uuid, ${holdId}::uuid, ${amount}::bigint, ${operation}, ${requestId}
    )`.execute(transaction);
  const [held] = rows;
  if (!held) throw new Error(`account ${accountId} is gone`);
  if (held.verdict === keyLimitReached) throw new KeyLimitReachedError(toCredits(amount));
  if (held.verdict !== 0) throw new InsufficientCreditsError(toCredits(amount), toCredits(held.balance));
  return held.balance;
}

/** Locks the account, as whatever moves credits does before it locks anything else. */
export async function lockAccount(transaction: Database, accountId: string): Promise<void> {
  await sql`select 1 from account where account_id = ${accountId}::uuid for update`.execute(transaction);
}

/** Captures or releases a part of such a hold, in the transaction that ends that part of the work. Lock the account first. */
export async function settleHeldPart(
  transaction: Database,
  {
    accountId,
    holdId,
    amount,
    isCaptured,
  }: Omit<WorkHold, "keyId" | "operation" | "requestId"> & {
    isCaptured: boolean;
  },
): Promise<void> {
  await sql`
    select settle_held_part(${accountId}::uuid, ${holdId}::uuid, ${amount}::bigint, ${isCaptured})`.execute(
    transaction,
  );
}
