import { sql } from "kysely";
import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { type CleanUpRound, type KeptFor, startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import type { CollectionJob } from "./job-kinds.ts";

const collectionsPerStatement = 50;
const imagesPerStatement = 1_000;

interface OldCollectionParts {
  database: Database;
  store: ObjectStore;
  retention: { imageDays: KeptFor };
  /** The folders with the files of a collection. */
  foldersOf(collectionId: string): string[];
}

/**
 * The job that deletes collections that ended long ago, if the operator has set a time. A collection with metadata, mints
 * or a pin is kept: tokens on a chain refer to its images.
 */
export function createOldCollectionsJob({
  database,
  store,
  retention: { imageDays },
  foldersOf,
}: OldCollectionParts): JobDefinition {
  return {
    name: "delete-old-collections",
    payload: z.object({}),
    schedule: "37 * * * *",
    retryLimit: 2,
    async handle(_payload, context) {
      if (imageDays === "forever") return;
      const round = startRound(context?.signal);
      for (let found = collectionsPerStatement; found === collectionsPerStatement && !round.isOver(); ) {
        const collections = await listOldCollections(database, imageDays);
        for (const collection of collections) await deleteCollection(round, collection);
        found = collections.length;
      }
    },
  };

  /** Files first: after a crash in between, the row still exists and the next round continues. */
  async function deleteCollection(round: CleanUpRound, collection: CollectionJob): Promise<void> {
    for (const folder of foldersOf(collection.collectionId))
      for await (const name of store.list(folder)) {
        if (round.isOver()) return;
        await store.delete(name);
      }
    for (let deleted = imagesPerStatement; deleted === imagesPerStatement; ) {
      if (round.isOver()) return;
      const startedAt = performance.now();
      deleted = await deleteImages(database, collection);
      await round.rest(performance.now() - startedAt);
    }
    await database
      .deleteFrom("collection")
      .where("account_id", "=", collection.accountId)
      .where("collection_id", "=", collection.collectionId)
      .execute();
  }
}

async function listOldCollections(database: Database, days: number): Promise<CollectionJob[]> {
  const { rows } = await sql<CollectionJob>`
    select c.account_id as "accountId", c.collection_id as "collectionId" from collection c
    where c.finished_at < now() - make_interval(days => ${days}::integer)
      and not exists (select from token_metadata t where t.account_id = c.account_id and t.collection_id = c.collection_id)
      and not exists (
        select from image_regeneration r
        where r.account_id = c.account_id and r.collection_id = c.collection_id and r.state = 'queued'
      )
      and not exists (select from collection_drop d where d.account_id = c.account_id and d.collection_id = c.collection_id)
      and not exists (select from token_mint t where t.account_id = c.account_id and t.collection_id = c.collection_id)
      and not exists (select from collection_pin p where p.account_id = c.account_id and p.collection_id = c.collection_id)
    order by c.finished_at limit ${sql.lit(collectionsPerStatement)}`.execute(database);
  return rows;
}

async function deleteImages(database: Database, { accountId, collectionId }: CollectionJob): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from collection_image where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid
      and number in (
        select number from collection_image
        where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid
        order by number limit ${sql.lit(imagesPerStatement)}
      )`.execute(database);
  return Number(numAffectedRows);
}
