import type { Database } from "../../platform/database/database.ts";
import type { CollectionJob } from "./job-kinds.ts";
import { planTokens } from "./plan-tokens.ts";
import { advancePlan, findUnplannedCollection, insertTokens, joinImageQueue } from "./planning.repository.ts";

/** Rows per transaction: takes a few tens of milliseconds. */
const imagesPerStep = 1_000;

class OvertakenError extends Error {}

/**
 * Plans the remaining images of a collection, one bounded step per transaction. A rerun continues where the last one
 * stopped.
 */
export async function planCollection(
  database: Database,
  { accountId, collectionId }: CollectionJob,
): Promise<void> {
  const collection = await findUnplannedCollection(database, accountId, collectionId);
  if (!collection) return;
  const { request, seed, amount } = collection;
  const tokensOf = await planTokens(amount, request.traits ?? [], seed, request.rules);
  for (let from = collection.planned; from < amount; from += imagesPerStep) {
    const to = Math.min(amount, from + imagesPerStep);
    try {
      await database.transaction().execute(async (transaction) => {
        await joinImageQueue(transaction, accountId, request.model);
        await insertTokens(transaction, accountId, collectionId, tokensOf(from, to));
        if (!(await advancePlan(transaction, accountId, collectionId, { from, to })))
          throw new OvertakenError();
      });
    } catch (error) {
      if (error instanceof OvertakenError || (error as { code?: string }).code === "23505") return;
      throw error;
    }
  }
}
