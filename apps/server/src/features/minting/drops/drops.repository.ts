import { type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import type { AllowedWallet, AllowList } from "./allow-list.ts";

export interface CollectionKey {
  accountId: string;
  collectionId: string;
}

export type DropRow = Selectable<Schema["collection_drop"]>;

/** The terms of a drop before it is deployed. */
export type NewDrop = Omit<
  DropRow,
  "account_id" | "collection_id" | "hash" | "hash_reported_at" | "address" | "created_at"
>;

const ofCollection = ({ accountId, collectionId }: CollectionKey) => ({
  account_id: accountId,
  collection_id: collectionId,
});

export async function findDrop(database: Database, key: CollectionKey): Promise<DropRow | undefined> {
  return database
    .selectFrom("collection_drop")
    .selectAll()
    .where((where) => where.and(ofCollection(key)))
    .executeTakeFirst();
}

/** Finds a deployed drop of any account: everybody may read what is public on the chain. */
export async function findPublicDrop(
  database: Database,
  chainId: number,
  address: string,
): Promise<DropRow | undefined> {
  return database
    .selectFrom("collection_drop")
    .selectAll()
    .where("chain_id", "=", chainId)
    .where("address", "=", address.toLowerCase())
    .executeTakeFirst();
}

/** Whether a drop of the collection is deployed, or on its way to the chain. */
export async function isOnSale(database: Database, key: CollectionKey): Promise<boolean> {
  const row = await database
    .selectFrom("collection_drop")
    .select("hash")
    .where((where) => where.and(ofCollection(key)))
    .where("hash", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a token of the collection was minted, or is about to be. */
export async function hasMints(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from token_mint
      where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid and state <> 'failed'
    ) or exists (
      select from wallet_mint where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid
    ) as found`.execute(database);
  return rows[0]?.found ?? false;
}

/** Stores the terms of a drop in place of earlier ones. False when an earlier drop is deployed or about to be. */
export async function keepDrop(
  transaction: Transaction<Schema>,
  key: CollectionKey,
  drop: NewDrop,
  wallets: readonly AllowedWallet[],
): Promise<boolean> {
  await transaction
    .deleteFrom("collection_drop")
    .where((where) => where.and(ofCollection(key)))
    .where("hash", "is", null)
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto("collection_drop")
    .values({ ...ofCollection(key), ...drop, hash: null, hash_reported_at: null, address: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  if (wallets.length > 0) {
    await sql`
      insert into drop_wallet (account_id, collection_id, wallet, proof)
      select ${key.accountId}::uuid, ${key.collectionId}::uuid, given.wallet, given.proof
      from jsonb_to_recordset(${JSON.stringify(wallets)}::text::jsonb) as given (wallet text, proof jsonb)
    `.execute(transaction);
  }
  return true;
}

/** Stores the transaction that deploys a drop. False without terms, or when another transaction is known. */
export async function keepDeployment(database: Database, key: CollectionKey, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("collection_drop")
    .set({ hash, hash_reported_at: sql`now()` })
    .where((where) => where.and(ofCollection(key)))
    .where((where) => where.or([where("hash", "is", null), where("hash", "=", hash)]))
    .where("address", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records where a mined transaction deployed the drop, or forgets one that did not. */
export async function settleDeployment(
  database: Database,
  key: CollectionKey,
  hash: string,
  address: string | null,
): Promise<void> {
  await database
    .updateTable("collection_drop")
    .set(address ? { address: address.toLowerCase() } : { hash: null, hash_reported_at: null })
    .where((where) => where.and({ ...ofCollection(key), hash }))
    .where("address", "is", null)
    .execute();
}

/** Stores another allow list of a drop. Of the earlier ones only `current` stays, which wallets may still need. */
export async function keepAllowList(
  transaction: Transaction<Schema>,
  key: CollectionKey,
  { root, wallets }: AllowList,
  current: string | null,
): Promise<void> {
  await transaction
    .deleteFrom("drop_list_wallet")
    .where((where) => where.and(ofCollection(key)))
    .where("allow_list", "is distinct from", current)
    .execute();
  await sql`
    insert into drop_list_wallet (account_id, collection_id, allow_list, wallet, proof)
    select ${key.accountId}::uuid, ${key.collectionId}::uuid, ${root}, given.wallet, given.proof
    from jsonb_to_recordset(${JSON.stringify(wallets)}::text::jsonb) as given (wallet text, proof jsonb)
    on conflict do nothing`.execute(transaction);
}

/** How many wallets an allow list has; 0 for a list that is not stored. */
export async function countAllowedWallets(
  database: Database,
  key: CollectionKey,
  root: string,
): Promise<number> {
  const { wallets } = await database
    .selectFrom("drop_allowed_wallet")
    .select((builder) => builder.fn.count<number>("wallet").distinct().as("wallets"))
    .where((where) => where.and({ ...ofCollection(key), allow_list: root }))
    .executeTakeFirstOrThrow();
  return wallets;
}

export async function findProof(
  database: Database,
  key: CollectionKey,
  root: string,
  wallet: string,
): Promise<string[] | undefined> {
  const row = await database
    .selectFrom("drop_allowed_wallet")
    .select("proof")
    .where((where) => where.and({ ...ofCollection(key), allow_list: root, wallet: wallet.toLowerCase() }))
    .executeTakeFirst();
  return row?.proof;
}

/** Files of the first images of a collection. */
export async function listFirstObjects(
  database: Database,
  key: CollectionKey,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom("collection_image")
    .select("object")
    .where((where) => where.and({ ...ofCollection(key), state: "made" }))
    .orderBy("number")
    .limit(limit)
    .execute();
  return rows.flatMap(({ object }) => object ?? []);
}

export async function countMade(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select count(*)::integer as made from collection_image
    where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid and state = 'made'`.execute(
    database,
  );
  return rows[0]?.made ?? 0;
}
