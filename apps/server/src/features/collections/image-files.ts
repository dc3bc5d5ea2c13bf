import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CollectionJob } from "./job-kinds.ts";
import { findReferencedFiles, markClean } from "./stray-files.repository.ts";

/** The URLs of an image and its thumbnail, by object name. */
export type ImageUrls = (object: string) => { image: string; thumbnail: string };

export function folderOf(collectionId: string): string {
  return `collections/${collectionId}`;
}

/**
 * The file name of an image, with the hash of its bytes. Generating an image twice leaves one file, and a late worker
 * with other bytes overwrites nothing.
 */
export function nameFile(collectionId: string, number: number, sha256: string): string {
  return `${folderOf(collectionId)}/${number}-${sha256}.png`;
}

/** Deletes the files of a finished collection that no image refers to. */
export async function deleteStrayFiles(
  database: Database,
  store: ObjectStore,
  collection: CollectionJob,
): Promise<void> {
  const referenced = await findReferencedFiles(database, collection);
  // In an open collection another worker may be about to submit a file of the same name.
  if (!referenced) return;
  for await (const name of store.list(`${folderOf(collection.collectionId)}/`)) {
    if (!referenced.has(name)) await store.delete(name);
  }
  await markClean(database, collection);
}
