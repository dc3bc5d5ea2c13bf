import { type CollectionState, toCredits } from "@mintwright/api-contract";
import { sql, type Transaction } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { lockAccount, releaseAdoptedHold } from "../credits/index.ts";
import { queueForEndpoints, queueWebhook } from "../webhooks/index.ts";
import { CollectionFinishedError, CollectionNotFoundError } from "./collections.errors.ts";
import { markCancelledKind, strayFilesKind } from "./job-kinds.ts";

type FinalState = "completed" | "failed" | "cancelled";

export interface EndedCollection {
  collectionId: string;
  state: FinalState;
  amount: number;
  made: number;
  failed: number;
  refunded: number;
}

interface OpenCollection {
  state: CollectionState;
  amount: number;
  hold_id: string;
  webhook_url: string | null;
  needs_cleanup: boolean;
}

/**
 * Locks the account first: credit movements of an account are serialised, so that nothing is captured while the rest is
 * released.
 */
async function lockCollection(
  transaction: Transaction<Schema>,
  accountId: string,
  collectionId: string,
): Promise<OpenCollection | undefined> {
  await lockAccount(transaction, accountId);
  return transaction
    .selectFrom("collection")
    .select(["state", "amount", "hold_id", "webhook_url", "needs_cleanup"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .forUpdate()
    .executeTakeFirst();
}

async function endCollection(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  accountId: string,
  collectionId: string,
  collection: OpenCollection,
  { state, made, failed }: { state: FinalState; made: number; failed: number },
): Promise<EndedCollection> {
  await transaction
    .updateTable("collection")
    .set({ state, made, failed, finished_at: sql`now()` })
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .execute();
  const refunded = await releaseAdoptedHold(transaction, accountId, collection.hold_id);
  const ended = { collectionId, state, amount: collection.amount, made, failed, refunded };
  if (collection.needs_cleanup)
    await enqueue(transaction, strayFilesKind.name, [{ accountId, collectionId }]);
  const { amount, webhook_url: url } = collection;
  const event = {
    accountId,
    type: `collection.${state}`,
    data: { collectionId, status: state, amount, made, failed, refunded: toCredits(refunded) },
  };
  if (url) await queueWebhook(transaction, enqueue, { ...event, url });
  await queueForEndpoints(transaction, enqueue, event);
  return ended;
}

async function countImages(transaction: Transaction<Schema>, accountId: string, collectionId: string) {
  const rows = await transaction
    .selectFrom("collection_image")
    .select(["state", (builder) => builder.fn.countAll<number>().as("images")])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .groupBy("state")
    .execute();
  const count = (state: string) => rows.find((row) => row.state === state)?.images ?? 0;
  return { waiting: count("waiting"), made: count("made"), failed: count("failed") };
}

/**
 * Ends a collection whose images are all finished and releases the price of failed ones. Returns false when it is not
 * finished.
 */
export async function closeCollection(
  database: Database,
  enqueue: Enqueue,
  accountId: string,
  collectionId: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const collection = await lockCollection(transaction, accountId, collectionId);
    if (!collection || !isOpen(collection.state)) return false;
    const counts = await countImages(transaction, accountId, collectionId);
    if (counts.waiting > 0 || counts.made + counts.failed < collection.amount) return false;
    const state = counts.made > 0 ? "completed" : "failed";
    await endCollection(transaction, enqueue, accountId, collectionId, collection, { ...counts, state });
    return true;
  });
}

/** Cancels a collection: finished images stay and are paid, the rest is released, and no further image is started. */
export async function cancelCollection(
  database: Database,
  enqueue: Enqueue,
  accountId: string,
  collectionId: string,
): Promise<EndedCollection> {
  return database.transaction().execute(async (transaction) => {
    const collection = await lockCollection(transaction, accountId, collectionId);
    if (!collection) throw new CollectionNotFoundError();
    const counts = await countImages(transaction, accountId, collectionId);
    if (collection.state === "cancelled")
      return { collectionId, amount: collection.amount, ...counts, state: "cancelled" as const, refunded: 0 };
    if (!isOpen(collection.state)) throw new CollectionFinishedError(collection.state);
    await enqueue(transaction, markCancelledKind.name, [{ accountId, collectionId }]);
    return endCollection(transaction, enqueue, accountId, collectionId, collection, {
      ...counts,
      state: "cancelled",
    });
  });
}

export function isOpen(state: CollectionState): boolean {
  return state === "queued" || state === "processing";
}
