import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { type CleanUpRound, startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import {
  deleteAbandonedItems,
  deleteExpiredItems,
  findMissingItems,
  type ItemKey,
} from "./library.repository.ts";
import { fileOf, libraryFolder, thumbnailOf } from "./library-files.ts";

const namesPerStatement = 500;
/** Account and item. Other files are not ours to delete. */
const fileName = /^library\/([0-9a-f-]{36})\/([0-9a-f-]{36})(\.thumbnail)?$/;

/** Clean-up jobs of the library: expired items, items of calls that were not charged, and files without an item. */
export function createLibraryJobs(database: Database, store: ObjectStore): JobDefinition[] {
  return [
    {
      name: "delete-expired-library-items",
      payload: z.object({}),
      schedule: "7 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        const round = startRound(context?.signal);
        await deleteItems(round, () => deleteExpiredItems(database));
        await deleteItems(round, () => deleteAbandonedItems(database));
      },
    },
    {
      name: "delete-orphan-library-files",
      payload: z.object({}),
      schedule: "47 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        await deleteOrphanFiles(startRound(context?.signal));
      },
    },
  ];

  async function deleteItems(round: CleanUpRound, deleteBatch: () => Promise<ItemKey[]>): Promise<void> {
    for (let deleted = 1; deleted > 0 && !round.isOver(); ) {
      const startedAt = performance.now();
      const items = await deleteBatch();
      const elapsedInMs = performance.now() - startedAt;
      await deleteFiles(items);
      deleted = items.length;
      if (deleted > 0) await round.rest(elapsedInMs);
    }
  }

  async function deleteFiles(items: readonly ItemKey[]): Promise<void> {
    for (const { account_id, item_id } of items)
      for (const nameOf of [fileOf, thumbnailOf]) await store.delete(nameOf(account_id, item_id));
  }

  /** Left behind by a process that died between the deletion of a row and of its files, or that wrote them too late. */
  async function deleteOrphanFiles(round: CleanUpRound): Promise<void> {
    let found: ItemKey[] = [];
    const deleteOrphans = async () => {
      const startedAt = performance.now();
      const orphans = await findMissingItems(database, found);
      const elapsedInMs = performance.now() - startedAt;
      await deleteFiles(orphans);
      found = [];
      await round.rest(elapsedInMs);
    };
    for await (const name of store.list(libraryFolder)) {
      if (round.isOver()) return;
      const [, account_id, item_id] = fileName.exec(name) ?? [];
      if (account_id && item_id) found.push({ account_id, item_id });
      if (found.length === namesPerStatement) await deleteOrphans();
    }
    if (found.length > 0) await deleteOrphans();
  }
}
