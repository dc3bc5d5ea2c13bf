import type { Transaction } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { MintableCollection } from "./collection-tokens.repository.ts";
import { describeId, type KeptDescription, type TokenDescription } from "./token-metadata.ts";

/** How many ways a collection may be described: each is a folder of metadata files in its export. */
export const maxDescriptions = 20;

/** Keeps a description; false when the collection has as many as it may have and this is not one of them. */
export async function keepDescription(
  transaction: Transaction<Schema>,
  { accountId, collectionId }: MintableCollection,
  description: TokenDescription,
): Promise<{ isNew: boolean } | undefined> {
  // Descriptions of one collection are kept one after another, so that the bound holds.
  await transaction
    .selectFrom("collection")
    .select("collection_id")
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .forUpdate()
    .execute();
  const kept = await listDescriptions(transaction, { accountId, collectionId });
  const metadataId = describeId(description);
  if (kept.some((each) => each.metadataId === metadataId)) return { isNew: false };
  if (kept.length >= maxDescriptions) return undefined;
  const { name, description: words, symbol } = description;
  await transaction
    .insertInto("token_metadata")
    .values({
      account_id: accountId,
      collection_id: collectionId,
      metadata_id: metadataId,
      name,
      description: words,
      symbol,
    })
    .execute();
  return { isNew: true };
}

/** Lists the ways in which a collection was described, in the order of their ids. */
export function listDescriptions(
  database: Database,
  { accountId, collectionId }: Pick<MintableCollection, "accountId" | "collectionId">,
): Promise<KeptDescription[]> {
  return database
    .selectFrom("token_metadata")
    .select(["metadata_id as metadataId", "name", "description", "symbol"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .orderBy("metadata_id")
    .execute();
}
