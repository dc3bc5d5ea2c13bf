import type { Transaction } from "kysely";
import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";

const secondPassInSeconds = 3_600;

export const deleteFilesKind: JobKind<{ prefix: string }> = {
  name: "delete-files",
  // Never empty: that would delete every file of the installation.
  payload: z.object({
    prefix: z.string().regex(/^(collections|thumbnails|answers|references|library)\/[0-9a-f-]{36}\/?$/),
  }),
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 3_600,
};

/** Lists the storage folders of an account, as of this transaction. */
export type ListAccountFolders = (
  transaction: Transaction<Schema>,
  accountId: string,
) => string[] | Promise<string[]>;

/**
 * Queues the deletion of an account's files in the transaction that deletes the account. The caller locks the account
 * first.
 */
export type QueueFileDeletion = (transaction: Transaction<Schema>, accountId: string) => Promise<void>;

export function createFileDeletion(
  enqueue: Enqueue,
  listFolders: readonly ListAccountFolders[],
): QueueFileDeletion {
  return async (transaction, accountId) => {
    const payloads: { prefix: string }[] = [];
    for (const list of listFolders)
      for (const prefix of await list(transaction, accountId)) payloads.push({ prefix });
    await enqueue(transaction, deleteFilesKind.name, payloads);
    // A second pass for files that are stored late: an image of a cancelled collection, a thumbnail in progress.
    await enqueue(transaction, deleteFilesKind.name, payloads, { startAfterInSeconds: secondPassInSeconds });
  };
}

export function createDeleteFilesJob(store: ObjectStore): JobDefinition {
  return {
    ...deleteFilesKind,
    async handle(payload) {
      const { prefix } = deleteFilesKind.payload.parse(payload);
      for await (const name of store.list(prefix)) await store.delete(name);
    },
  };
}
