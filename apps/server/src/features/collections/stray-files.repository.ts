import type { Database } from "../../platform/database/database.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { isOpen } from "./collection-ends.repository.ts";
import { type CollectionJob, strayFilesKind } from "./job-kinds.ts";

/** Records that a worker may have left an unused file. The cleanup of a finished collection is queued at once. */
export async function requestCleanup(
  database: Database,
  enqueue: Enqueue,
  accountId: string,
  collectionId: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const collection = await transaction
      .updateTable("collection")
      .set({ needs_cleanup: true })
      .where("account_id", "=", accountId)
      .where("collection_id", "=", collectionId)
      .returning("state")
      .executeTakeFirst();
    if (collection && !isOpen(collection.state))
      await enqueue(transaction, strayFilesKind.name, [{ accountId, collectionId }]);
  });
}

/** Lists the files that a finished collection refers to; undefined while it is open or when it is deleted. */
export async function findReferencedFiles(
  database: Database,
  { accountId, collectionId }: CollectionJob,
): Promise<Set<string> | undefined> {
  const inCollection = { account_id: accountId, collection_id: collectionId };
  const collection = await database
    .selectFrom("collection")
    .select("state")
    .where((where) => where.and(inCollection))
    .executeTakeFirst();
  if (!collection || isOpen(collection.state)) return undefined;
  const rows = await database
    .selectFrom("collection_image")
    .select("object")
    .where((where) => where.and(inCollection))
    .where("object", "is not", null)
    .execute();
  return new Set(rows.flatMap(({ object }) => object ?? []));
}

export async function markClean(
  database: Database,
  { accountId, collectionId }: CollectionJob,
): Promise<void> {
  await database
    .updateTable("collection")
    .set({ needs_cleanup: false })
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .execute();
}
