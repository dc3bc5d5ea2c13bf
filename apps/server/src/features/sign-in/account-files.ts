import type { Transaction } from "kysely";
import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";
import { folderOf } from "../collections/index.ts";
import { referenceFolderOf } from "../images/index.ts";

/** Deletes every file whose name begins like this. */
export const deleteFilesKind: JobKind<{ prefix: string }> = {
  name: "delete-files",
  // Never empty: that would be every file of the installation.
  payload: z.object({ prefix: z.string().regex(/^(collections|answers|references)\/[0-9a-f-]{36}\/?$/) }),
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
  const answers = await transaction
    .selectFrom("idempotent_answer")
    .select("answer_object")
    .where("account_id", "=", accountId)
    .where("answer_object", "is not", null)
    .execute();
  const prefixes = [
    ...collections.map(({ collection_id }) => `${folderOf(collection_id)}/`),
    ...answers.flatMap(({ answer_object }) => answer_object ?? []),
    referenceFolderOf(accountId),
  ];
  await enqueue(
    transaction,
    deleteFilesKind.name,
    prefixes.map((prefix) => ({ prefix })),
  );
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
