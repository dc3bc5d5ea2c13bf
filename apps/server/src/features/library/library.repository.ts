import type { Centicredits, LibraryKind } from "@mintwright/api-contract";
import { type RawBuilder, sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";

export interface LibraryRow {
  account_id: string;
  item_id: string;
  created_at: Date;
  exact_created_at: string;
  kind: LibraryKind;
  title: string;
  prompt: string | null;
  model: string | null;
  key_id: string | null;
  key_name: string | null;
  request_id: string | null;
  price: Centicredits;
  details: Record<string, unknown>;
  content_type: string | null;
  bytes: number;
  expires_at: Date | null;
  is_favourite: boolean;
  share_token: string | null;
}

export interface LibraryFilter {
  search?: string | undefined;
  kind?: LibraryKind | undefined;
  keyId?: string | undefined;
  model?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  isFavourite?: boolean | undefined;
}

export type LibraryPosition = [createdAt: string, itemId: string];

const columns = sql`
  i.account_id, i.item_id, i.created_at, (i.created_at at time zone 'UTC')::text as exact_created_at, i.kind, i.title,
  i.prompt, i.model, i.key_id, k.name as key_name, i.request_id, i.price, i.details, i.content_type, i.bytes, i.expires_at,
  i.is_favourite, i.share_token`;
const withKey = sql`library_item i left join api_key k on k.account_id = i.account_id and k.key_id = i.key_id`;
/** Neither of a call that is not settled, nor past its date. */
const isVisible = sql`i.hold_id is null and (i.expires_at is null or i.expires_at > now())`;
const isItem = (accountId: string, itemId: string) =>
  sql`i.account_id = ${accountId}::uuid and i.item_id = ${itemId}::uuid and ${isVisible}`;

/** Lists items of an account, newest first, after a position. */
export async function listItems(
  database: Database,
  accountId: string,
  filter: LibraryFilter,
  { limit, after }: { limit: number; after?: LibraryPosition | undefined },
): Promise<LibraryRow[]> {
  const conditions = writeConditions(filter);
  if (after)
    conditions.push(
      sql`(i.created_at, i.item_id) < (${after[0]}::text::timestamp at time zone 'UTC', ${after[1]}::uuid)`,
    );
  const { rows } = await sql<LibraryRow>`
    select ${columns} from ${withKey}
    where i.account_id = ${accountId}::uuid and ${sql.join([isVisible, ...conditions], sql` and `)}
    order by i.created_at desc, i.item_id desc limit ${limit}::integer`.execute(database);
  return rows;
}

function writeConditions(filter: LibraryFilter): RawBuilder<unknown>[] {
  const { search, kind, keyId, model, from, to, isFavourite } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  if (pattern) conditions.push(sql`(i.title ilike ${pattern}::text or i.prompt ilike ${pattern}::text)`);
  if (kind) conditions.push(sql`i.kind = ${kind}::text`);
  if (keyId) conditions.push(sql`i.key_id = ${keyId}::uuid`);
  if (model) conditions.push(sql`i.model = ${model}::text`);
  if (from) conditions.push(sql`i.created_at >= ${from}::text::timestamp at time zone 'UTC'`);
  if (to) conditions.push(sql`i.created_at < (${to}::text::timestamp + interval '1 day') at time zone 'UTC'`);
  if (isFavourite !== undefined) conditions.push(sql`i.is_favourite = ${isFavourite}::boolean`);
  return conditions;
}

export async function findItem(
  database: Database,
  accountId: string,
  itemId: string,
): Promise<LibraryRow | undefined> {
  const { rows } = await sql<LibraryRow>`
    select ${columns} from ${withKey} where ${isItem(accountId, itemId)}`.execute(database);
  return rows[0];
}

/** Finds an item by the token of its link. The token takes the place of the account: who has it may read the item. */
export async function findSharedItem(database: Database, token: string): Promise<LibraryRow | undefined> {
  const { rows } = await sql<LibraryRow>`
    select ${columns} from ${withKey} where i.share_token = ${token}::text and ${isVisible}`.execute(
    database,
  );
  return rows[0];
}

/** Changes an item. Returns false when the account has no such item. */
async function changeItem(
  database: Database,
  accountId: string,
  itemId: string,
  change: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update library_item i set ${change} where ${isItem(accountId, itemId)}`.execute(database);
  return numAffectedRows === 1n;
}

export const setFavourite = (
  database: Database,
  accountId: string,
  itemId: string,
  isFavourite: boolean,
): Promise<boolean> => changeItem(database, accountId, itemId, sql`is_favourite = ${isFavourite}::boolean`);

/** Gives the item a link, unless it has one. */
export const shareItem = (
  database: Database,
  accountId: string,
  itemId: string,
  token: string,
): Promise<boolean> =>
  changeItem(database, accountId, itemId, sql`share_token = coalesce(share_token, ${token}::text)`);

export const revokeShare = (database: Database, accountId: string, itemId: string): Promise<boolean> =>
  changeItem(database, accountId, itemId, sql`share_token = null`);

export async function deleteItem(database: Database, accountId: string, itemId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from library_item i where ${isItem(accountId, itemId)}`.execute(database);
  return numAffectedRows === 1n;
}

/** True when calls with this key store their results: the key's setting, or the dashboard. */
export async function isStoredByKey(database: Database, accountId: string, keyId: string): Promise<boolean> {
  const row = await database
    .selectFrom("api_key")
    .select(sql<boolean>`kind <> 'owner' or stores_results`.as("stores"))
    .where("account_id", "=", accountId)
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  return row?.stores ?? false;
}

const itemsPerBatch = 100;

export interface ItemKey {
  account_id: string;
  item_id: string;
}

/** Deletes expired items, at most 100, and returns them: their files are still there. */
export async function deleteExpiredItems(database: Database): Promise<ItemKey[]> {
  const { rows } = await sql<ItemKey>`
    delete from library_item where ctid = any(array(
      select ctid from library_item where expires_at < now()
      order by expires_at limit ${sql.lit(itemsPerBatch)} for update skip locked
    )) returning account_id, item_id`.execute(database);
  return rows;
}

/**
 * Deletes reserved items whose call was not charged, at most 100, and returns them. A settlement deletes the hold and makes
 * the item visible in one transaction, so one statement that sees a reserved item without its hold has found an orphan.
 */
export async function deleteAbandonedItems(database: Database): Promise<ItemKey[]> {
  const { rows } = await sql<ItemKey>`
    delete from library_item where ctid = any(array(
      select i.ctid from library_item i
      where i.hold_id is not null
        and not exists (select from hold h where h.account_id = i.account_id and h.hold_id = i.hold_id)
      limit ${sql.lit(itemsPerBatch)} for update skip locked
    )) returning account_id, item_id`.execute(database);
  return rows;
}

/** Of these items, returns those that no row has. */
export async function findMissingItems(database: Database, items: readonly ItemKey[]): Promise<ItemKey[]> {
  const { rows } = await sql<ItemKey>`
    select file.account_id, file.item_id
    from unnest(
      ${toArrayLiteral(items.map(({ account_id }) => account_id))}::text::uuid[],
      ${toArrayLiteral(items.map(({ item_id }) => item_id))}::text::uuid[]
    ) as file(account_id, item_id)
    where not exists (
      select from library_item i where i.account_id = file.account_id and i.item_id = file.item_id
    )`.execute(database);
  return rows;
}
