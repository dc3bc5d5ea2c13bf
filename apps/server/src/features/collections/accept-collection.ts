import type { QueueRequest } from "@mintwright/api-contract";
import { sql, type Transaction } from "kysely";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { planCollectionKind } from "./job-kinds.ts";
import { planTokens } from "./plan-tokens.ts";
import { insertTokens, joinLine } from "./planning.repository.ts";

/** Up to so many images are planned in the request itself, so that a small collection starts at once. */
const imagesPlannedAtOnce = 100;

/** A collection that is about to be accepted; its hold is already adopted under its id. */
export interface NewCollection {
  accountId: string;
  collectionId: string;
  keyId: string;
  seed: number;
  priceEach: number;
  request: QueueRequest;
}

/** Writes a collection, its first images and the job that plans the others into the transaction that adopts its hold. */
export async function insertCollection(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  { accountId, collectionId, keyId, seed, priceEach, request }: NewCollection,
): Promise<void> {
  const isSmall = request.amount <= imagesPlannedAtOnce;
  await joinLine(transaction, accountId, request.model);
  await transaction
    .insertInto("collection")
    .values({
      account_id: accountId,
      collection_id: collectionId,
      key_id: keyId,
      amount: request.amount,
      price_each: priceEach,
      hold_id: collectionId,
      request: sql`${JSON.stringify(request)}::jsonb`,
      model: request.model,
      seed,
      chain_id: request.chainId,
      wallet_address: request.walletAddress,
      webhook_url: request.webhookUrl ?? null,
      planned: isSmall ? request.amount : 0,
    })
    .execute();
  if (isSmall) {
    const tokensOf = await planTokens(request.amount, request.traits ?? [], seed);
    await insertTokens(transaction, accountId, collectionId, tokensOf(0, request.amount));
  } else await enqueue(transaction, planCollectionKind.name, [{ accountId, collectionId }]);
}
