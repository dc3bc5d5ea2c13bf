import { type Centicredits, toCredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { HoldHandover } from "../../serving/operation-context.ts";
import { InsufficientCreditsError, KeyLimitReachedError } from "./credits.errors.ts";

const keyLimitReached = 7;

export interface WorkHold {
  accountId: string;
  keyId: string;
  holdId: string;
  amount: Centicredits;
  operation: string;
  requestId: string;
}

/**
 * Holds credits in the transaction that accepts the work, so that both exist or neither does. Returns the new balance.
 * Throws when the account or the key cannot pay.
 */
export async function holdForWork(transaction: Database, hold: WorkHold): Promise<Centicredits> {
  const { accountId, keyId, holdId, amount, operation, requestId } = hold;
  const { rows } = await sql<{ verdict: number; balance: Centicredits }>`
    select verdict, balance from hold_for_work(
      ${accountId}::uuid, ${keyId}::uuid, ${holdId}::uuid, ${amount}::bigint, ${operation}, ${requestId}
    )`.execute(transaction);
  const [held] = rows;
  if (!held) throw new Error(`account ${accountId} does not exist`);
  if (held.verdict === keyLimitReached) throw new KeyLimitReachedError(toCredits(amount));
  if (held.verdict !== 0) throw new InsufficientCreditsError(toCredits(amount), toCredits(held.balance));
  return held.balance;
}

/**
 * Locks the account until the transaction ends; false when it does not exist. Every writer of credits calls it before it
 * locks anything else: one lock order, so that two transactions cannot deadlock.
 */
export async function lockAccount(transaction: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account where account_id = ${accountId}::uuid for update`.execute(transaction);
  return rows.length > 0;
}

/**
 * Captures or releases a part of such a hold, in the transaction that ends that part of the work. The caller locks the
 * account first.
 */
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

/**
 * Takes over a request's hold for work that continues after it, and stores the request's answer for its idempotency key.
 * Runs in the transaction that accepts the work, so that both exist or neither does.
 */
export async function adoptHold(
  transaction: Database,
  { accountId, holdId, answer }: HoldHandover,
  newHoldId: string,
): Promise<void> {
  const { rows } = await sql<{ adopted: boolean }>`
    select adopt_hold(
      ${accountId}::uuid, ${holdId}::uuid, ${newHoldId}::uuid, ${answer.status}::smallint,
      ${JSON.stringify(answer.headers)}::text::jsonb, convert_to(${answer.body}::text, 'UTF8')
    ) as adopted`.execute(transaction);
  if (!rows[0]?.adopted)
    throw new ServiceUnavailableError(
      "The request took too long and its credit hold expired. Nothing is charged; try again.",
    );
}

/** Releases the rest of an adopted hold. Returns the released amount. */
export async function releaseAdoptedHold(
  transaction: Database,
  accountId: string,
  holdId: string,
): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    select release_adopted_hold(${accountId}::uuid, ${holdId}::uuid) as released`.execute(transaction);
  return rows[0]?.released ?? 0;
}
