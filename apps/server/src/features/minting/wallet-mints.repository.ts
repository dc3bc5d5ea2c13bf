import { sql } from "kysely";
import type { Hex, MintReceipt } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";

export interface CollectionKey {
  accountId: string;
  collectionId: string;
}

/** A token of a transaction that the owner's wallet sent. */
export interface WalletMint {
  number: number;
  tokenUri: string;
  hash: Hex;
  /** Null until the transaction is mined. */
  tokenId: string | null;
  createdAt: Date;
}

/** Stores the transaction of tokens. A token that is minted already keeps the one that minted it. */
export async function keepWalletMints(
  database: Database,
  { accountId, collectionId }: CollectionKey,
  hash: string,
  tokens: readonly { id: number; tokenURI: string }[],
): Promise<void> {
  await sql`
    insert into wallet_mint as kept (account_id, collection_id, number, token_uri, hash)
    select ${accountId}::uuid, ${collectionId}::uuid, given.number, given.token_uri, ${hash}
    from unnest(${tokens.map(({ id }) => id)}::integer[], ${tokens.map(({ tokenURI }) => tokenURI)}::text[])
      as given (number, token_uri)
    on conflict (account_id, collection_id, number) do update
      set token_uri = excluded.token_uri, hash = excluded.hash, created_at = now()
      where kept.token_id is null`.execute(database);
}

export async function listWalletMints(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<WalletMint[]> {
  return (await database
    .selectFrom("wallet_mint")
    .select(["number", "token_uri as tokenUri", "hash", "token_id as tokenId", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .orderBy("number")
    .execute()) as WalletMint[];
}

/** Records which tokens a mined transaction minted, and forgets those that it did not. */
export async function settleWalletMints(
  database: Database,
  { accountId, collectionId }: CollectionKey,
  hash: Hex,
  minted: MintReceipt["minted"],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      update wallet_mint as kept set token_id = given.token_id
      from unnest(${minted.map(({ tokenUri }) => tokenUri)}::text[], ${minted.map(({ tokenId }) => String(tokenId))}::text[])
        as given (token_uri, token_id)
      where kept.account_id = ${accountId}::uuid and kept.collection_id = ${collectionId}::uuid and kept.hash = ${hash}
        and kept.token_id is null and kept.token_uri = given.token_uri`.execute(transaction);
    await transaction
      .deleteFrom("wallet_mint")
      .where(({ and }) => and({ account_id: accountId, collection_id: collectionId, hash }))
      .where("token_id", "is", null)
      .execute();
  });
}
