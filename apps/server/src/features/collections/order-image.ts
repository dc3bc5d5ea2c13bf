import { randomInt, randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import type { Transaction } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { holdForWork, lockAccount } from "../credits/index.ts";
import { hasMints, isOnSale } from "../minting/index.ts";
import {
  CollectionNotCompletedError,
  CollectionNotFoundError,
  ImageFixedError,
  TokenNotFoundError,
} from "./collections.errors.ts";
import { type ImageJob, regenerateImageKind } from "./job-kinds.ts";
import { insertRegeneration, lockToken } from "./regenerations.repository.ts";

const seedCount = 2 ** 32;

/** Who pays, as the ledger names it. */
export interface ImagePayer {
  keyId: string;
  operation: string;
  requestId: string;
}

/** What was held for an ordered image, and the balance after it. */
export interface OrderedImage {
  price: Centicredits;
  balance: Centicredits | undefined;
}

/** The image that is to be replaced, named by its seed. */
export interface ImageOrder extends ImageJob {
  seed: number;
}

/** Checks that a token can get a new image, and returns its price: 0 when its image was replaced already. */
async function checkOrder(
  transaction: Transaction<Schema>,
  { seed, ...key }: ImageOrder,
): Promise<Centicredits> {
  const { collection, token } = await lockToken(transaction, key);
  if (!collection) throw new CollectionNotFoundError();
  if (collection.state !== "completed") throw new CollectionNotCompletedError(collection.state);
  if (!token) throw new TokenNotFoundError(key.number);
  if (await hasMints(transaction, key)) throw new ImageFixedError("token_already_minted");
  if (await isOnSale(transaction, key)) throw new ImageFixedError("collection_on_sale");
  return token.seed === seed ? collection.priceEach : 0;
}

export function quoteImage(database: Database, order: ImageOrder): Promise<Centicredits> {
  return database.transaction().execute((transaction) => checkOrder(transaction, order));
}

/** Orders a new image for a token and holds its price: both or neither. An order that is queued is not paid twice. */
export function orderImage(
  database: Database,
  enqueue: Enqueue,
  order: ImageOrder,
  payer: ImagePayer,
): Promise<OrderedImage> {
  return database.transaction().execute(async (transaction) => {
    const { accountId, collectionId, number } = order;
    const key = { accountId, collectionId, number };
    await lockAccount(transaction, accountId);
    const price = await checkOrder(transaction, order);
    const holdId = randomUUID();
    const isNew =
      price > 0 &&
      (await insertRegeneration(transaction, key, { seed: randomInt(seedCount), price, holdId }));
    if (!isNew) return { price: 0, balance: undefined };
    await enqueue(transaction, regenerateImageKind.name, [key], { accountId });
    return { price, balance: await holdForWork(transaction, { accountId, holdId, amount: price, ...payer }) };
  });
}
