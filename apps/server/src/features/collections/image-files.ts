import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CollectionJob } from "./job-kinds.ts";
import { findReferencedFiles, markTidied } from "./tidying.repository.ts";

/** The addresses of a picture and of its thumbnail, by the name of its object. */
export type PictureUrls = (object: string) => { image: string; thumbnail: string };

/** Where the files of a collection are kept. */
export function folderOf(collectionId: string): string {
  return `collections/${collectionId}`;
}

/**
 * The name of an image's file: its own place and the hash of its bytes. The same bytes have the same name, so an image
 * that is made twice leaves one file; other bytes have another name, so a late worker overwrites nothing.
 */
export function nameFile(collectionId: string, number: number, sha256: string): string {
  return `${folderOf(collectionId)}/${number}-${sha256}.png`;
}

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
