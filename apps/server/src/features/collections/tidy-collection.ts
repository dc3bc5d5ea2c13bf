import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { folderOf } from "./image-files.ts";
import type { CollectionJob } from "./job-kinds.ts";
import { findReferencedFiles, markTidied } from "./tidying.repository.ts";

/** Removes the files of a finished collection that none of its images refers to. */
export async function tidyCollection(
  database: Database,
  store: ObjectStore,
  collection: CollectionJob,
): Promise<void> {
  const referenced = await findReferencedFiles(database, collection);
  // In an unfinished collection another worker may be about to hand in a file of the same name.
  if (!referenced) return;
  for await (const name of store.list(`${folderOf(collection.collectionId)}/`)) {
    if (!referenced.has(name)) await store.delete(name);
  }
  await markTidied(database, collection);
}
