import type {
  CollectionOrder,
  CollectionState,
  ImageModelName,
  QueueRequest,
} from "@mintwright/api-contract";
import { sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockAccount } from "../credits/index.ts";
import { CollectionNotFoundError } from "./collections.errors.ts";

interface CollectionKey {
  accountId: string;
  collectionId: string;
}

export interface CollectionCounts {
  state: CollectionState;
  amount: number;
  made: number;
  failed: number;
}

/** Images are counted while a collection is in progress; the counts of a finished one are stored. */
const countedImages = sql`
  left join lateral (
    select count(*) filter (where i.state = 'made') as made, count(*) filter (where i.state = 'failed') as failed
    from collection_image i
    where c.made is null and i.account_id = c.account_id and i.collection_id = c.collection_id and i.finish_order is not null
  ) counted on true`;
const madeCount = sql<number>`coalesce(c.made, counted.made)`;
const failedCount = sql<number>`coalesce(c.failed, counted.failed)`;

export async function findCollectionCounts(
  database: Database,
  accountId: string,
  collectionId: string,
): Promise<CollectionCounts | undefined> {
  const { rows } = await sql<CollectionCounts>`
    select c.state, c.amount, ${madeCount} as made, ${failedCount} as failed
    from collection c ${countedImages}
    where c.account_id = ${accountId}::uuid and c.collection_id = ${collectionId}::uuid`.execute(database);
  return rows[0];
}

export async function assertCollectionExists(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<void> {
  const row = await database
    .selectFrom("collection")
    .select("collection_id")
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .executeTakeFirst();
  if (!row) throw new CollectionNotFoundError();
}

/** Lists the files of a finished collection and the errors of its missing images. */
export function listOutcome(database: Database, accountId: string, collectionId: string) {
  return database
    .selectFrom("collection_image")
    .select(["number", "object", "error_code", "error_message"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("state", "in", ["made", "failed"])
    .orderBy("number")
    .execute();
}

export interface CollectionRow {
  collection_id: string;
  name: string | null;
  state: CollectionState;
  amount: number;
  price_each: number;
  model: ImageModelName;
  chain_id: number;
  wallet_address: string;
  seed: number;
  created_at: Date;
  finished_at: Date | null;
  prompt: string;
  made: number;
  failed: number;
  /** Its place in the order of the list. */
  position: string;
}

const shownColumns = sql`
  c.collection_id, c.name, c.state, c.amount, c.price_each, c.model, c.chain_id, c.wallet_address, c.seed, c.created_at,
  c.finished_at, c.request->>'prompt' as prompt, ${madeCount} as made, ${failedCount} as failed`;

/** Long prompts are compared by their beginning, so that a position stays short. */
const shownName = sql`left(lower(coalesce(c.name, c.request->>'prompt')), 40)`;
// Dates in JavaScript end at milliseconds; a position must not lose the rest.
const exactMoment = sql`(c.created_at at time zone 'UTC')::text`;
const momentOf = (position: string) => sql`(${position}::text::timestamp at time zone 'UTC')`;

const orders = {
  newest: { key: sql`c.created_at`, position: exactMoment, read: momentOf, isRising: false },
  oldest: { key: sql`c.created_at`, position: exactMoment, read: momentOf, isRising: true },
  name: { key: shownName, position: shownName, read: (text: string) => sql`${text}::text`, isRising: true },
  largest: {
    key: sql`c.amount`,
    position: sql`c.amount::text`,
    read: (text: string) => sql`${text}::text::integer`,
    isRising: false,
  },
};

export interface CollectionFilter {
  search?: string | undefined;
  status?: CollectionState | undefined;
  sort: CollectionOrder;
}

/** Lists collections of an account after a position. */
export async function listCollectionRows(
  database: Database,
  accountId: string,
  { search, status, sort }: CollectionFilter,
  { limit, after }: { limit: number; after?: { position: string; collectionId: string } | undefined },
): Promise<CollectionRow[]> {
  const { key, position, read, isRising } = orders[sort];
  const [comparison, direction] = isRising ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const isAfter = after
    ? sql`(${key}, c.collection_id) ${comparison} (${read(after.position)}, ${after.collectionId}::uuid)`
    : sql`true`;
  const isFound = search
    ? sql`strpos(lower(concat_ws(' ', c.name, c.request->>'prompt')), lower(${search}::text)) > 0`
    : sql`true`;
  const hasStatus = status ? sql`c.state = ${status}` : sql`true`;
  const { rows } = await sql<CollectionRow>`
    select ${shownColumns}, ${position} as position from collection c ${countedImages}
    where c.account_id = ${accountId}::uuid and ${isAfter} and ${isFound} and ${hasStatus}
    order by ${key} ${direction}, c.collection_id ${direction} limit ${limit}::integer`.execute(database);
  return rows;
}

/** Renames a collection; null removes its name. */
export async function renameCollection(
  database: Database,
  { accountId, collectionId }: CollectionKey,
  name: string | null,
): Promise<void> {
  await database
    .updateTable("collection")
    .set({ name })
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .execute();
}

export async function findCollectionRow(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<(Omit<CollectionRow, "position"> & { request: Partial<QueueRequest> }) | undefined> {
  const { rows } = await sql<Omit<CollectionRow, "position"> & { request: Partial<QueueRequest> }>`
    select ${shownColumns}, c.request from collection c ${countedImages}
    where c.account_id = ${accountId}::uuid and c.collection_id = ${collectionId}::uuid`.execute(database);
  return rows[0];
}

/** Finds the files of the first finished images of each collection. */
export async function listCoverObjects(
  database: Database,
  accountId: string,
  { collectionIds, each }: { collectionIds: readonly string[]; each: number },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ collection_id: string; objects: string[] }>`
    select chosen.collection_id, json_agg(cover.object order by cover.number) as objects
    from unnest(${toArrayLiteral(collectionIds)}::text::uuid[]) as chosen(collection_id)
    cross join lateral (
      select i.number, i.object from collection_image i
      where i.account_id = ${accountId}::uuid and i.collection_id = chosen.collection_id and i.state = 'made'
      order by i.number limit ${each}::integer
    ) cover
    group by chosen.collection_id`.execute(database);
  return new Map(rows.map(({ collection_id, objects }) => [collection_id, objects]));
}

function selectTokens(database: Database, { accountId, collectionId }: CollectionKey) {
  return database
    .selectFrom("collection_image as i")
    .leftJoin("image_regeneration as r", (join) =>
      join
        .onRef("r.account_id", "=", "i.account_id")
        .onRef("r.collection_id", "=", "i.collection_id")
        .onRef("r.number", "=", "i.number"),
    )
    .select(["i.number", "i.state", "i.seed", "i.traits", "i.object", "i.sha256", "i.width", "i.height"])
    .select(["i.engine", "i.warnings", "i.error_code", "i.error_message"])
    .select(["r.state as regeneration_state", "r.problem as regeneration_problem"])
    .where("i.account_id", "=", accountId)
    .where("i.collection_id", "=", collectionId);
}

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findTokenRow>>>;

export function listTokenRows(
  database: Database,
  collection: CollectionKey,
  { limit, after }: { limit: number; after: number },
) {
  return selectTokens(database, collection)
    .where("i.number", ">", after)
    .orderBy("i.number")
    .limit(limit)
    .execute();
}

export function findTokenRow(database: Database, collection: CollectionKey, number: number) {
  return selectTokens(database, collection).where("i.number", "=", number).executeTakeFirst();
}

/** Finds open collections whose images are all finished, among the given ones or all. */
export async function listFinishedCollections(
  database: Database,
  among?: readonly CollectionKey[],
): Promise<CollectionKey[]> {
  const chosen = among
    ? sql`(c.account_id, c.collection_id) in (select * from unnest(
        ${toArrayLiteral(among.map(({ accountId }) => accountId))}::text::uuid[],
        ${toArrayLiteral(among.map(({ collectionId }) => collectionId))}::text::uuid[]))`
    : sql`true`;
  // Searched from the last image, which usually finishes late: this ends the search soonest.
  const { rows } = await sql<{ account_id: string; collection_id: string }>`
    select c.account_id, c.collection_id from collection c
    where ${chosen} and c.state in ('queued', 'processing') and c.planned = c.amount and c.next_number > c.amount
      and (
        select i.number from collection_image i
        where i.account_id = c.account_id and i.collection_id = c.collection_id and i.state = 'waiting'
        order by i.number desc limit 1
      ) is null`.execute(database);
  return rows.map((row) => ({ accountId: row.account_id, collectionId: row.collection_id }));
}

const imagesPerStep = 1_000;

export async function markCancelledImages(
  database: Database,
  { accountId, collectionId }: CollectionKey,
): Promise<void> {
  for (let marked = imagesPerStep; marked === imagesPerStep; ) {
    const { rows } = await sql<{ number: number }>`
      update collection_image set state = 'cancelled', retry_at = null
      where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid and number in (
        select i.number from collection_image i
        join collection c using (account_id, collection_id)
        where i.account_id = ${accountId}::uuid and i.collection_id = ${collectionId}::uuid
          and i.state = 'waiting' and c.state = 'cancelled'
        order by i.number limit ${imagesPerStep}::integer
      )
      returning number`.execute(database);
    marked = rows.length;
  }
}

/** Fails every unclaimed image of a collection, for one reason. */
export async function failWaitingImages(
  database: Database,
  accountId: string,
  collectionId: string,
  { code, message }: { code: string; message: string },
): Promise<void> {
  for (let failed = imagesPerStep; failed === imagesPerStep; ) {
    const rows = await database.transaction().execute(async (transaction) => {
      // The finish order is assigned under the account's lock; otherwise a watcher could miss an image.
      await lockAccount(transaction, accountId);
      const failedNow = await sql<{ number: number }>`
      with ended as (
        update collection set next_number = amount + 1
        where account_id = ${accountId}::uuid and collection_id = ${collectionId}::uuid and planned = amount
          and state in ('queued', 'processing')
        returning account_id, collection_id
      )
      update collection_image i
      set state = 'failed', retry_at = null, error_code = ${code}::text, error_message = ${message}::text,
          finish_order = nextval('image_finish_order')
      from ended
      where i.account_id = ended.account_id and i.collection_id = ended.collection_id and i.number in (
        select w.number from collection_image w
        where w.account_id = ${accountId}::uuid and w.collection_id = ${collectionId}::uuid and w.state = 'waiting'
          and not exists (
            select 1 from image_claim k
            where k.account_id = w.account_id and k.collection_id = w.collection_id and k.number = w.number
          )
        order by w.number limit ${imagesPerStep}::integer
      )
      returning i.number`.execute(transaction);
      return failedNow.rows;
    });
    failed = rows.length;
  }
}

export async function listCollectionIds(database: Database, accountId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("collection")
    .select("collection_id")
    .where("account_id", "=", accountId)
    .execute();
  return rows.map(({ collection_id }) => collection_id);
}

export type SharedImageRequest = Pick<
  QueueRequest,
  "prompt" | "model" | "width" | "height" | "steps" | "enhance" | "style"
>;

export async function getSharedImageRequest(
  database: Database,
  accountId: string,
  collectionId: string,
): Promise<SharedImageRequest> {
  const { request } = await database
    .selectFrom("collection")
    // The traits are already assigned to tokens, and are the large part.
    .select(sql<SharedImageRequest>`request - 'traits'`.as("request"))
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .executeTakeFirstOrThrow();
  const { prompt, model, width, height, steps, enhance, style } = request;
  return { prompt, model, width, height, steps, enhance, style };
}
