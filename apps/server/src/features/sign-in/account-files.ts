import type { Transaction } from "kysely";
import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";
import { answerFolderOf } from "../admission/index.ts";
import { folderOf } from "../collections/index.ts";
import { referenceFolderOf, thumbnailFolderOf } from "../files/index.ts";

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

/** Puts the deletion of the account's files into the transaction that deletes the account. */
export async function queueFileDeletion(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  accountId: string,
): Promise<void> {
  // The account's row first: a collection that is being accepted is waited for, or refused.
  await transaction
    .selectFrom("account")
    .select("account_id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
  const collections = await transaction
    .selectFrom("collection")
    .select("collection_id")
    .where("account_id", "=", accountId)
    .execute();
  const prefixes = [
    ...collections.flatMap(({ collection_id: id }) => [`${folderOf(id)}/`, thumbnailFolderOf(id)]),
    answerFolderOf(accountId),
    referenceFolderOf(accountId),
  ];
  const payloads = prefixes.map((prefix) => ({ prefix }));
  await enqueue(transaction, deleteFilesKind.name, payloads);
  // Once more for files that are stored late: an image of a cancelled collection, a thumbnail that was being made.
  await enqueue(transaction, deleteFilesKind.name, payloads, { startAfterInSeconds: secondPassInSeconds });
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
