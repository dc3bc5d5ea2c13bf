import type { QueueRequest } from "@mintwright/api-contract";
import { sql, type Transaction } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { PlannedToken } from "./plan-tokens.ts";

export interface UnplannedCollection {
  request: QueueRequest;
  seed: number;
  planned: number;
  amount: number;
}

export async function findUnplannedCollection(
  database: Database,
  accountId: string,
  collectionId: string,
): Promise<UnplannedCollection | undefined> {
  const row = await database
    .selectFrom("collection")
    .select(["request", "seed", "planned", "amount"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("state", "in", ["queued", "processing"])
    .executeTakeFirst();
  return row && { ...row, request: row.request as QueueRequest };
}

/** Adds the account to the fair queue of a model. Called before the collection row is written: that is the lock order. */
export async function joinImageQueue(database: Database, accountId: string, model: string): Promise<void> {
  await sql`select join_line(${accountId}::uuid, ${model}::text)`.execute(database);
}

export async function insertTokens(
  database: Database,
  accountId: string,
  collectionId: string,
  tokens: readonly PlannedToken[],
): Promise<void> {
  await sql`
    insert into collection_image (account_id, collection_id, number, seed, traits)
    select ${accountId}::uuid, ${collectionId}::uuid, t.number, t.seed, t.traits
    from jsonb_to_recordset(${JSON.stringify(tokens)}::text::jsonb) as t(number integer, seed bigint, traits jsonb)
  `.execute(database);
}

/** Advances the planned count; false when another run was faster or the collection has ended. */
export async function advancePlan(
  transaction: Transaction<Schema>,
  accountId: string,
  collectionId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("collection")
    .set({ planned: to })
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("planned", "=", from)
    .where("state", "in", ["queued", "processing"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A collection to accept. Its hold is already adopted under its id. */
export interface NewCollection {
  accountId: string;
  collectionId: string;
  keyId: string;
  seed: number;
  priceEach: number;
  request: QueueRequest;
}

export async function insertCollectionRow(
  transaction: Database,
  { accountId, collectionId, keyId, seed, priceEach, request }: NewCollection,
  planned: number,
): Promise<void> {
  await transaction
    .insertInto("collection")
    .values({
      account_id: accountId,
      collection_id: collectionId,
      key_id: keyId,
      name: request.name ?? null,
      amount: request.amount,
      price_each: priceEach,
      hold_id: collectionId,
      request: sql`${JSON.stringify(request)}::jsonb`,
      model: request.model,
      seed,
      chain_id: request.chainId,
      wallet_address: request.walletAddress,
      webhook_url: request.webhookUrl ?? null,
      planned,
    })
    .execute();
}
