import { type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { lockAccount, settleHeldPart } from "../credits/index.ts";
import { hasMints, isOnSale } from "../minting/index.ts";
import type { MadeImage } from "./image-claims.repository.ts";
import { type ImageJob, strayFilesKind } from "./job-kinds.ts";

/** A new image that was ordered for a token. */
export type Regeneration = Pick<
  Selectable<Schema["image_regeneration"]>,
  "seed" | "price" | "hold_id" | "created_at"
>;

const ofCollection = ({ accountId, collectionId }: ImageJob) => ({
  account_id: accountId,
  collection_id: collectionId,
});
const ofImage = (key: ImageJob) => ({ ...ofCollection(key), number: key.number });

/** Finds an order that is not finished. */
export async function findRegeneration(
  database: Database,
  key: ImageJob,
): Promise<(Regeneration & { traits: { trait_type: string; value: string }[] }) | undefined> {
  return database
    .selectFrom("image_regeneration as r")
    .innerJoin("collection_image as i", (join) =>
      join
        .onRef("i.account_id", "=", "r.account_id")
        .onRef("i.collection_id", "=", "r.collection_id")
        .onRef("i.number", "=", "r.number"),
    )
    .select(["r.seed", "r.price", "r.hold_id", "r.created_at", "i.traits"])
    .where("r.account_id", "=", key.accountId)
    .where("r.collection_id", "=", key.collectionId)
    .where("r.number", "=", key.number)
    .where("r.state", "=", "queued")
    .executeTakeFirst();
}

/** What a token needs for a new image; the collection's row stays locked until the transaction ends. */
export async function lockToken(transaction: Transaction<Schema>, key: ImageJob) {
  const collection = await transaction
    .selectFrom("collection")
    .select(["state", "price_each as priceEach"])
    .where((where) => where.and(ofCollection(key)))
    .forNoKeyUpdate()
    .executeTakeFirst();
  const token = await transaction
    .selectFrom("collection_image")
    .select("seed")
    .where((where) => where.and(ofImage(key)))
    .executeTakeFirst();
  return { collection, token };
}

/** Stores an order, in place of one that failed. False while another one is queued. */
export async function insertRegeneration(
  transaction: Transaction<Schema>,
  key: ImageJob,
  order: { seed: number; price: number; holdId: string },
): Promise<boolean> {
  const fresh = {
    ...{ seed: order.seed, price: order.price, hold_id: order.holdId },
    ...{ state: "queued" as const, problem: null, created_at: new Date() },
  };
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto("image_regeneration")
    .values({ ...ofImage(key), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "collection_id", "number"])
        .doUpdateSet(fresh)
        .where("image_regeneration.state", "=", "failed"),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Runs work on an order that is still the same one, under the account's lock. */
function withOrder(
  database: Database,
  key: ImageJob,
  { hold_id: holdId, price }: Regeneration,
  work: (transaction: Transaction<Schema>) => Promise<{ isCaptured: boolean } | undefined>,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, key.accountId);
    const order = await transaction
      .selectFrom("image_regeneration")
      .select("number")
      .where((where) => where.and({ ...ofImage(key), hold_id: holdId, state: "queued" }))
      .forUpdate()
      .executeTakeFirst();
    const outcome = order && (await work(transaction));
    if (!outcome) return false;
    await settleHeldPart(transaction, { accountId: key.accountId, holdId, amount: price, ...outcome });
    return outcome.isCaptured;
  });
}

async function markFailed(transaction: Database, key: ImageJob, problem: string): Promise<void> {
  await transaction
    .updateTable("image_regeneration")
    .set({ state: "failed", problem })
    .where((where) => where.and(ofImage(key)))
    .execute();
}

/** Ends an order without a new image and releases its credits. */
export async function failRegeneration(
  database: Database,
  key: ImageJob,
  order: Regeneration,
  problem: string,
): Promise<void> {
  await withOrder(database, key, order, async (transaction) => {
    await markFailed(transaction, key, problem);
    return { isCaptured: false };
  });
}

/**
 * Replaces the image of a token and captures the price, in one transaction. Metadata that names the old image is deleted. False
 * when the order is gone, or when the token was minted meanwhile: the credits are released then.
 */
export function finishRegeneration(
  database: Database,
  enqueue: Enqueue,
  key: ImageJob,
  order: Regeneration,
  { object, sha256, cid, byteSize, width, height, engine, warnings, credential }: Omit<MadeImage, "seed">,
): Promise<boolean> {
  const { accountId, collectionId } = key;
  return withOrder(database, key, order, async (transaction) => {
    await lockToken(transaction, key);
    const old = await transaction
      .selectFrom("collection_image")
      .select(["state", "byte_size as byteSize"])
      .where((where) => where.and(ofImage(key)))
      .forUpdate()
      .executeTakeFirst();
    if (!old) return undefined;
    if ((await hasMints(transaction, key)) || (await isOnSale(transaction, key))) {
      await markFailed(transaction, key, "The collection was minted before the new image was ready.");
      return { isCaptured: false };
    }
    await transaction
      .updateTable("collection_image")
      .set({
        ...{ state: "made", object, sha256: Buffer.from(sha256, "hex"), cid, byte_size: byteSize },
        ...{
          width,
          height,
          engine,
          credential: credential ?? null,
          warnings: sql`${JSON.stringify(warnings)}::text::jsonb`,
        },
        ...{ seed: order.seed, error_code: null, error_message: null, made_at: new Date() },
      })
      .where((where) => where.and(ofImage(key)))
      .execute();
    const wasFailed = old.state === "failed" ? 1 : 0;
    await transaction
      .updateTable("collection")
      .set({
        stored_bytes: sql`stored_bytes + ${byteSize - Number(old.byteSize ?? 0)}`,
        needs_cleanup: true,
        made: sql`made + ${wasFailed}`,
        failed: sql`failed - ${wasFailed}`,
      })
      .where((where) => where.and(ofCollection(key)))
      .execute();
    for (const table of ["token_metadata", "collection_pin"] as const)
      await transaction
        .deleteFrom(table)
        .where("account_id", "=", accountId)
        .where("collection_id", "=", collectionId)
        .execute();
    await transaction
      .deleteFrom("image_regeneration")
      .where((where) => where.and(ofImage(key)))
      .execute();
    await enqueue(transaction, strayFilesKind.name, [{ accountId, collectionId }]);
    return { isCaptured: true };
  });
}
