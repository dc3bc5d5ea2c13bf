import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { folderOf } from "./image-files.ts";
import { type ImageJob, restoreImageKind } from "./job-kinds.ts";
import { findExisting, listAllCollections, listImageFiles } from "./lost-files.repository.ts";

const foldersPerLookup = 500;

export interface FileDifferences {
  /** Files that no image refers to. */
  filesWithoutImages: string[];
  /** Finished images whose file is gone. */
  imagesWithoutFiles: ImageJob[];
}

/**
 * Compares the images in the database with the files in storage, and queues images without a file to be made again. They are
 * paid for already, so nothing is charged. May run beside everything else: files of open collections are left alone.
 */
export async function reconcileFiles(
  database: Database,
  store: ObjectStore,
  enqueue: Enqueue,
): Promise<FileDifferences> {
  const differences: FileDifferences = { filesWithoutImages: [], imagesWithoutFiles: [] };
  for await (const { isOpen, ...collection } of listAllCollections(database)) {
    // The images first: a worker stores a file before it records its image.
    const images = await listImageFiles(database, collection);
    for await (const file of store.list(`${folderOf(collection.collectionId)}/`))
      if (!images.delete(file) && !isOpen) differences.filesWithoutImages.push(file);
    const lost = [...images.values()].map((number) => ({ ...collection, number }));
    await database.transaction().execute((transaction) => enqueue(transaction, restoreImageKind.name, lost));
    differences.imagesWithoutFiles.push(...lost);
  }
  for await (const file of listFilesWithoutCollection(database, store))
    differences.filesWithoutImages.push(file);
  return differences;
}

async function* listFilesWithoutCollection(database: Database, store: ObjectStore): AsyncIterable<string> {
  let folders = new Map<string, string[]>();
  for await (const file of store.list("collections/")) {
    const collectionId = file.split("/")[1] as string;
    const files = folders.get(collectionId);
    if (files) files.push(file);
    else {
      if (folders.size >= foldersPerLookup) {
        yield* withoutExisting(database, folders);
        folders = new Map();
      }
      folders.set(collectionId, [file]);
    }
  }
  yield* withoutExisting(database, folders);
}

async function* withoutExisting(database: Database, folders: Map<string, string[]>): AsyncIterable<string> {
  if (folders.size === 0) return;
  const existing = await findExisting(database, [...folders.keys()]);
  for (const [collectionId, files] of folders) if (!existing.has(collectionId)) yield* files;
}
