import type { AccountLimits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { processSilenceInMs, silenceGraceInMs } from "../../platform/process-registry.ts";
import type { PlaceKind } from "./limits.errors.ts";

const columns = {
  ratePerMinute: "rate_per_minute",
  keys: "keys",
  streams: "streams",
  storedBytes: "stored_bytes",
  pages: "pages",
  heavyOperations: "heavy_operations",
} as const satisfies Record<keyof AccountLimits, string>;

export const limitNames = Object.keys(columns) as (keyof AccountLimits)[];

const selection = sql.raw(limitNames.map((name) => `${columns[name]} as "${name}"`).join(", "));

type LimitColumns = Partial<Record<(typeof columns)[keyof AccountLimits], number | null>>;

function toColumns(limits: Partial<AccountLimits>): LimitColumns {
  const given = limitNames.filter((name) => limits[name] !== undefined);
  return Object.fromEntries(given.map((name) => [columns[name], limits[name]]));
}

export async function getLimits(database: Database, accountId: string): Promise<AccountLimits> {
  const { rows } = await sql<AccountLimits>`select ${selection} from limits_of(${accountId}::uuid)`.execute(
    database,
  );
  return rows[0] as AccountLimits;
}

/** Reads the account's own limits; null where the default applies. */
export async function findOwnLimits(
  database: Database,
  accountId: string,
): Promise<AccountLimits | undefined> {
  const { rows } =
    await sql<AccountLimits>`select ${selection} from account_limit where account_id = ${accountId}::uuid`.execute(
      database,
    );
  return rows[0];
}

/** Sets an account's own limits; null restores the default. */
export async function putOwnLimits(
  database: Database,
  accountId: string,
  limits: Partial<AccountLimits>,
): Promise<void> {
  await database
    .insertInto("account_limit")
    .values({ account_id: accountId, ...toColumns(limits) })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(toColumns(limits)))
    .execute();
}

export async function putDefaultLimits(database: Database, limits: AccountLimits): Promise<void> {
  await database
    .insertInto("limit_default")
    .values(toColumns(limits))
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet(toColumns(limits)))
    .execute();
}

export interface TakenPlace {
  accountId: string;
  kind: PlaceKind;
  placeId: string;
}

/** Takes a place for a process. Returns the limit when the account has no place left. */
export async function takePlace(
  database: Database,
  { accountId, kind, placeId }: TakenPlace,
  processId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ limit: number | null }>`
    select take_place(
      ${accountId}::uuid, ${kind}, ${placeId}::uuid, ${processId}::uuid, ${processSilenceInMs}::integer,
      ${silenceGraceInMs}::integer
    ) as "limit"`.execute(database);
  return rows[0]?.limit ?? undefined;
}

export async function freePlace(database: Database, { accountId, kind, placeId }: TakenPlace): Promise<void> {
  await database
    .deleteFrom("account_place")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("place_id", "=", placeId)
    .execute();
}

export async function deleteAbandonedPlaces(database: Database): Promise<void> {
  await sql`
    select free_abandoned_places(null, ${processSilenceInMs}::integer, ${silenceGraceInMs}::integer)`.execute(
    database,
  );
}

/**
 * Sums the bytes of an account's images and its library. Unfinished images count as `bytesPerImage`; otherwise orders accepted at the
 * same time would all see free storage.
 */
export async function countStoredBytes(
  database: Database,
  accountId: string,
  bytesPerImage: number,
): Promise<{ stored: number; reserved: number }> {
  const { rows } = await sql<{ stored: number; reserved: number }>`
    select coalesce(sum(stored_bytes), 0)::bigint
        + (select coalesce(sum(bytes), 0)::bigint from library_item where account_id = ${accountId}::uuid) as stored,
      coalesce(sum(greatest(amount::bigint * ${bytesPerImage}::bigint - stored_bytes, 0))
        filter (where state in ('queued', 'processing')), 0)::bigint as reserved
    from collection where account_id = ${accountId}::uuid`.execute(database);
  return rows[0] as { stored: number; reserved: number };
}
