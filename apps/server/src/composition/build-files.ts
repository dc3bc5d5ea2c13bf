import type { Config } from "../config/index.ts";
import { createDirectoryStore, type ObjectStore } from "../engines/storage/index.ts";
import { answerFolderOf } from "../features/admission/index.ts";
import { folderOf, listCollectionIds } from "../features/collections/index.ts";
import {
  createFileDeletion,
  type QueueFileDeletion,
  referenceFolderOf,
  thumbnailFolderOf,
} from "../features/files/index.ts";
import { libraryFolderOf } from "../features/library/index.ts";
import type { Enqueue } from "../platform/queue/queue.ts";

/** Builds the configured object store. The S3 client is imported on demand. */
export async function buildStore({ storage }: Pick<Config, "storage">): Promise<ObjectStore> {
  if (storage.type === "directory") return createDirectoryStore(storage.directory);
  const { createS3Store } = await import("../engines/storage/s3-store.ts");
  return createS3Store(storage);
}

/** The folders with the files of a collection. */
export function listCollectionFolders(collectionId: string): string[] {
  return [`${folderOf(collectionId)}/`, thumbnailFolderOf(collectionId)];
}

/** Builds the job that deletes an account's files. Features contribute the folders that they keep for an account. */
export function buildFileDeletion(enqueue: Enqueue): QueueFileDeletion {
  return createFileDeletion(enqueue, [
    async (transaction, accountId) => {
      const ids = await listCollectionIds(transaction, accountId);
      return ids.flatMap(listCollectionFolders);
    },
    (_transaction, accountId) => [
      answerFolderOf(accountId),
      referenceFolderOf(accountId),
      libraryFolderOf(accountId),
    ],
  ]);
}
