import { sql, type Transaction } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import type { MintableCollection } from "./collection-tokens.repository.ts";
import { describeId, type KeptDescription, type TokenDescription } from "./token-metadata.ts";

type CollectionKey = Pick<MintableCollection, "accountId" | "collectionId">;

/** Keeps a description for the given tokens; false when each of them has it already. */
export async function keepDescription(
  transaction: Transaction<Schema>,
  { accountId, collectionId }: CollectionKey,
  numbers: number[],
  { name, description, symbol }: TokenDescription,
): Promise<boolean> {
  const { rows } = await sql`
    insert into token_metadata (account_id, collection_id, metadata_id, name, description, symbol, numbers)
    select ${accountId}::uuid, ${collectionId}::uuid, ${describeId({ name, description, symbol })}::text,
      ${name}::text, ${description}::text, ${symbol}::text, range_agg(int4range(number, number, '[]'))
    from unnest(${numbers}::integer[]) as number
    on conflict (account_id, collection_id, metadata_id)
      do update set numbers = token_metadata.numbers + excluded.numbers
      where not token_metadata.numbers @> excluded.numbers
    returning metadata_id`.execute(transaction);
  return rows.length > 0;
}

function selectDescriptions(database: Database, { accountId, collectionId }: CollectionKey) {
  return database
    .selectFrom("token_metadata")
    .select(["metadata_id as metadataId", "name", "description", "symbol", "numbers"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId);
}

/** Lists the newest descriptions of a collection. */
export function listNewestDescriptions(
  database: Database,
  collection: CollectionKey,
  limit: number,
): Promise<KeptDescription[]> {
  return selectDescriptions(database, collection)
    .orderBy("created_at", "desc")
    .orderBy("metadata_id")
    .limit(limit)
    .execute();
}

/** Finds how the tokens of a collection's drop are described. */
export function findDropDescription(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<TokenDescription | undefined> {
  return database
    .selectFrom("collection_drop")
    .select(["token_name as name", "description", "symbol"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .executeTakeFirst();
}

/** Whether metadata that names the images of a collection was handed out. */
export async function hasMetadata(database: Database, collection: CollectionKey): Promise<boolean> {
  const [description] = await listNewestDescriptions(database, collection, 1);
  return description !== undefined || (await findDropDescription(database, collection)) !== undefined;
}

const descriptionsPerPage = 500;

/** Reads the descriptions of a collection in the order of their ids, a page at a time. */
export async function* readDescriptions(
  database: Database,
  collection: CollectionKey,
): AsyncGenerator<KeptDescription> {
  for (let after = ""; ; ) {
    const page = await selectDescriptions(database, collection)
      .where("metadata_id", ">", after)
      .orderBy("metadata_id")
      .limit(descriptionsPerPage)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.metadataId;
  }
}
