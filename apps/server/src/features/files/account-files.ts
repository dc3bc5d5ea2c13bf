import type { Transaction } from "kysely";
import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";

const secondPassInSeconds = 3_600;

/** Deletes every file whose name begins like this. */
export const deleteFilesKind: JobKind<{ prefix: string }> = {
  name: "delete-files",
  // Never empty: that would be every file of the installation.
  payload: z.object({
    prefix: z.string().regex(/^(collections|thumbnails|answers|references)\/[0-9a-f-]{36}\/?$/),
  }),
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 3_600,
};

/** Lists folders of the store that belong to an account, as they are in this transaction. */
export type ListAccountFolders = (
  transaction: Transaction<Schema>,
  accountId: string,
) => string[] | Promise<string[]>;

/** Deletes the files of an account in the transaction that deletes the account. Lock the account first. */
export type QueueFileDeletion = (transaction: Transaction<Schema>, accountId: string) => Promise<void>;

/** Creates the deletion of account files, of every folder that the features list. */
export function createFileDeletion(
  enqueue: Enqueue,
  listFolders: readonly ListAccountFolders[],
): QueueFileDeletion {
  return async (transaction, accountId) => {
    const payloads: { prefix: string }[] = [];
    for (const list of listFolders)
      for (const prefix of await list(transaction, accountId)) payloads.push({ prefix });
    await enqueue(transaction, deleteFilesKind.name, payloads);
    // Once more for files that are stored late: an image of a cancelled collection, a thumbnail that was being made.
    await enqueue(transaction, deleteFilesKind.name, payloads, { startAfterInSeconds: secondPassInSeconds });
  };
}

/** The job that deletes files of accounts that are gone. */
export function createDeleteFilesJob(store: ObjectStore): JobDefinition {
  return {
    ...deleteFilesKind,
    async handle(payload) {
      const { prefix } = deleteFilesKind.payload.parse(payload);
      for await (const name of store.list(prefix)) await store.delete(name);
    },
  };
}
