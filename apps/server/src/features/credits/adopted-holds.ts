import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { HoldHandover } from "../../serving/operation-context.ts";

/**
 * Takes a request's hold over for work that goes on after it, and keeps the request's answer for its idempotency key.
 * Done in the transaction that accepts the work: either both exist or neither does.
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
      "The call took longer than its credits could be held. Nothing is charged; try again.",
    );
}

/** Gives back what is left of an adopted hold and returns how much that was. */
export async function releaseAdoptedHold(
  transaction: Database,
  accountId: string,
  holdId: string,
): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    select release_adopted_hold(${accountId}::uuid, ${holdId}::uuid) as released`.execute(transaction);
  return rows[0]?.released ?? 0;
}
