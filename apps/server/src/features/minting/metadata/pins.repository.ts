import type { PinningState } from "@mintwright/api-contract";
import type { Transaction } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";

interface CollectionKey {
  accountId: string;
  collectionId: string;
}

/** Notes that a collection should be pinned as it is now. */
export async function requestPin(
  transaction: Transaction<Schema>,
  { accountId, collectionId }: CollectionKey,
): Promise<void> {
  const queued = {
    state: "queued" as const,
    root: null,
    request_id: null,
    problem: null,
    changed_at: new Date(),
  };
  await transaction
    .insertInto("collection_pin")
    .values({ account_id: accountId, collection_id: collectionId, ...queued })
    .onConflict((conflict) => conflict.columns(["account_id", "collection_id"]).doUpdateSet(queued))
    .execute();
}

/** Finds how far the pin of a collection is. */
export async function findPin(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<(NonNullable<PinningState> & { requestId: string | null }) | undefined> {
  return database
    .selectFrom("collection_pin")
    .select(["state", "root", "request_id as requestId"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .executeTakeFirst();
}

/** Notes how far a pin is. */
export async function recordPin(
  database: Database,
  { accountId, collectionId }: CollectionKey,
  change: {
    state: "pinning" | "pinned" | "failed";
    root?: string;
    requestId?: string | null;
    problem?: string | null;
  },
): Promise<void> {
  await database
    .updateTable("collection_pin")
    .set({
      state: change.state,
      problem: change.problem ?? null,
      changed_at: new Date(),
      ...(change.root !== undefined && { root: change.root }),
      ...(change.requestId !== undefined && { request_id: change.requestId }),
    })
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .execute();
}
