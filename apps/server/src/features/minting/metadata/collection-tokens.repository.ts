import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";

/** What minting needs to know of a collection. */
export interface MintableCollection {
  accountId: string;
  collectionId: string;
  state: string;
  amount: number;
  chainId: number;
  walletAddress: string;
  model: string;
  seed: number;
  prompt: string;
  style: string | null;
  createdAt: Date;
}

/** One image that was made. */
export interface CollectionToken {
  number: number;
  cid: string;
  sha256: Buffer;
  object: string;
  byteSize: number;
  seed: number;
  engine: string | null;
  /** The C2PA manifest in the image's file. */
  credential: string | null;
  traits: { trait_type: string; value: string }[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a collection of the account. */
export async function findCollection(
  database: Database,
  accountId: string,
  collectionId: string,
): Promise<MintableCollection | undefined> {
  if (!uuid.test(collectionId)) return undefined;
  const row = await database
    .selectFrom("collection")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { prompt, style } = row.request as { prompt: string; style?: string };
  return {
    accountId,
    collectionId: row.collection_id,
    state: row.state,
    amount: row.amount,
    chainId: row.chain_id,
    walletAddress: row.wallet_address,
    model: row.model,
    seed: row.seed,
    prompt,
    style: style ?? null,
    createdAt: row.created_at,
  };
}

type CollectionKey = Pick<MintableCollection, "accountId" | "collectionId">;

function selectTokens(database: Database, { accountId, collectionId }: CollectionKey) {
  return database
    .selectFrom("collection_image")
    .select([
      "number",
      "cid",
      "sha256",
      "object",
      "seed",
      "engine",
      "credential",
      "traits",
      "byte_size as byteSize",
    ])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("state", "=", "made")
    .$narrowType<{ cid: string; sha256: Buffer; object: string; byteSize: number }>()
    .orderBy("number");
}

/** Lists the made images among the given numbers. */
export function listTokens(
  database: Database,
  collection: CollectionKey,
  numbers: number[],
): Promise<CollectionToken[]> {
  return selectTokens(database, collection)
    .where(sql<boolean>`number = any(${numbers}::integer[])`)
    .execute();
}

/** Reads the made images in the order of their numbers, a page at a time; with `numbers`, an `int4multirange`, only those. */
export async function* readTokenPages(
  database: Database,
  collection: CollectionKey,
  { pageSize, numbers }: { pageSize: number; numbers?: string | undefined },
): AsyncGenerator<CollectionToken[]> {
  for (let after = 0; ; ) {
    let tokens = selectTokens(database, collection).where("number", ">", after).limit(pageSize);
    if (numbers !== undefined) {
      // The bounds are what the index can use; the ranges between them are not.
      tokens = tokens.where(
        sql<boolean>`number >= lower(${numbers}::int4multirange) and number < upper(${numbers}::int4multirange)
          and number <@ ${numbers}::int4multirange`,
      );
    }
    const page = await tokens.execute();
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.number;
  }
}

/** The SHA-256 of the images' digests, one after another in their order. */
export async function hashImages(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(coalesce(string_agg(sha256, ''::bytea order by number), ''::bytea)), 'hex') as hash
    from collection_image
    where account_id = ${accountId} and collection_id = ${collectionId} and state = 'made'`.execute(database);
  return rows[0]?.hash ?? "";
}

/** Lists images of a collection that were kept without a content id. */
export function listImagesWithoutContentId(
  database: Database,
  { accountId, collectionId }: MintableCollection,
  limit: number,
): Promise<{ number: number; object: string | null }[]> {
  return database
    .selectFrom("collection_image")
    .select(["number", "object"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("state", "=", "made")
    .where("cid", "is", null)
    .orderBy("number")
    .limit(limit)
    .execute();
}

/** Stores the content id and the size of an image. */
export async function saveContentId(
  database: Database,
  { accountId, collectionId }: MintableCollection,
  number: number,
  content: { cid: string; byte_size: number },
): Promise<void> {
  await database
    .updateTable("collection_image")
    .set(content)
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("number", "=", number)
    .execute();
}
