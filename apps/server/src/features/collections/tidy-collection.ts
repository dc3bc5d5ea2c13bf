import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { folderOf } from "./image-files.ts";
import type { CollectionJob } from "./job-kinds.ts";

/** Removes the files of a finished collection that none of its images refers to. */
export async function tidyCollection(
  database: Database,
  store: ObjectStore,
  { accountId, collectionId }: CollectionJob,
): Promise<void> {
  const inCollection = { account_id: accountId, collection_id: collectionId };
  const collection = await database
    .selectFrom("collection")
    .select("state")
    .where((where) => where.and(inCollection))
    .executeTakeFirst();
  // In an unfinished one another worker may be about to hand in a file of the same name.
  if (!collection || collection.state === "queued" || collection.state === "processing") return;
  const rows = await database
    .selectFrom("collection_image")
    .select("object")
    .where((where) => where.and(inCollection))
    .where("object", "is not", null)
    .execute();
  const referenced = new Set(rows.map(({ object }) => object));
  for await (const name of store.list(`${folderOf(collectionId)}/`)) {
    if (!referenced.has(name)) await store.delete(name);
  }
  await database
    .updateTable("collection")
    .set({ needs_tidying: false })
    .where((where) => where.and(inCollection))
    .execute();
}
