import type { Transaction } from "kysely";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { planCollectionKind, planRuledCollectionKind } from "./job-kinds.ts";
import { planTokens } from "./plan-tokens.ts";
import {
  insertCollectionRow,
  insertTokens,
  joinImageQueue,
  type NewCollection,
} from "./planning.repository.ts";

/** Collections up to this size are planned in the request itself, so that they start at once. */
const imagesPlannedAtOnce = 100;

/** Inserts a collection with its first images, or with the job that plans them, in the transaction that adopts its hold. */
export async function insertCollection(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  collection: NewCollection,
): Promise<void> {
  const { accountId, collectionId, seed, request } = collection;
  const isSmall = request.amount <= imagesPlannedAtOnce;
  await joinImageQueue(transaction, accountId, request.model);
  await insertCollectionRow(transaction, collection, isSmall ? request.amount : 0);
  if (isSmall) {
    const tokensOf = await planTokens(request.amount, request.traits ?? [], seed, request.rules);
    await insertTokens(transaction, accountId, collectionId, tokensOf(0, request.amount));
    return;
  }
  const kind = request.rules?.length ? planRuledCollectionKind : planCollectionKind;
  await enqueue(transaction, kind.name, [{ accountId, collectionId }]);
}
