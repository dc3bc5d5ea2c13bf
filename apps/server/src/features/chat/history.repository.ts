import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared-statements.ts";
import type { ChatTurn } from "./chat-model.ts";

const maxTurns = 200;

/** The newest turns of a conversation that fit into the limit, oldest first. */
export async function findNewestTurns(
  database: Database,
  accountId: string,
  keyId: string,
  sdkUniqueId: string | undefined,
  maxCharacters: number,
): Promise<ChatTurn[]> {
  const session =
    sdkUniqueId === undefined ? sql`sdk_unique_id is null` : sql`sdk_unique_id = ${sdkUniqueId}`;
  // Planning for 16 partitions takes ten times as long as reading one.
  const { rows } = await sql<{ question: string; answer: string }>`${prepared}
    select r.question, r.answer from (
      select account_id, key_id, created_at, record_id,
             sum(characters) over (order by created_at desc, record_id desc) as total
      from (
        select account_id, key_id, created_at, record_id, characters from chat_record
        where account_id = ${accountId} and key_id = ${keyId} and ${session}
        order by created_at desc, record_id desc limit ${maxTurns}
      ) newest
    ) fitting
    join chat_record r using (account_id, key_id, created_at, record_id)
    where fitting.total <= ${Math.floor(maxCharacters)}
    order by r.created_at, r.record_id`.execute(database);
  return rows.map(({ question, answer }) => ({ user: question, assistant: answer }));
}

export interface HistoryFilter {
  accountId: string;
  keyId: string;
  /** Null selects records without a session id. */
  sdkUniqueId?: string | null | undefined;
}

export interface HistoryRow {
  record_id: string;
  question: string;
  answer: string;
  model: string;
  created_at: Date;
  sdk_unique_id: string | null;
}

export interface ChargedRow extends HistoryRow {
  exact_created_at: string;
  /** Null until the backfill has visited a record of an older version. */
  charged: number | null;
}

function matches({ accountId, keyId, sdkUniqueId }: HistoryFilter) {
  const session =
    sdkUniqueId === null ? sql`and sdk_unique_id is null` : sql`and sdk_unique_id = ${sdkUniqueId}`;
  return sql`account_id = ${accountId} and key_id = ${keyId} ${sdkUniqueId === undefined ? sql`` : session}`;
}

/** Reads the number of records from counters that are updated with them. */
export async function countRecords(database: Database, filter: HistoryFilter): Promise<number> {
  const { accountId, keyId, sdkUniqueId } = filter;
  const counter = sdkUniqueId === undefined ? sql.table("chat_key") : sql.table("chat_session");
  const { rows } = await sql<{ records: number }>`
    select records from ${counter} where ${matches({ accountId, keyId, sdkUniqueId: sdkUniqueId === null ? "" : sdkUniqueId })}`.execute(
    database,
  );
  return rows[0]?.records ?? 0;
}

/**
 * Reads one page of records and their total. A page near the far end is read from there, so that the last page costs as
 * much as the first; only the keys of skipped records are read.
 */
export async function listRecords(
  database: Database,
  filter: HistoryFilter,
  { limit, offset, isNewestFirst }: { limit: number; offset: number; isNewestFirst: boolean },
): Promise<{ rows: HistoryRow[]; count: number }> {
  // One snapshot for both, so that the count matches the page.
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      const count = await countRecords(transaction, filter);
      const pageSize = Math.max(0, Math.min(limit, count - offset));
      if (pageSize === 0) return { rows: [], count };
      const fromFarEnd = count - offset - pageSize;
      const isFar = fromFarEnd < offset;
      const direction = sql.raw(isNewestFirst === isFar ? "asc" : "desc");
      const { rows } = await sql<HistoryRow>`
        select r.record_id, r.question, r.answer, r.model, r.created_at, r.sdk_unique_id from (
          select account_id, key_id, created_at, record_id from chat_record where ${matches(filter)}
          order by created_at ${direction}, record_id ${direction}
          limit ${pageSize} offset ${isFar ? fromFarEnd : offset}
        ) page
        join chat_record r using (account_id, key_id, created_at, record_id)
        order by r.created_at ${direction}, r.record_id ${direction}`.execute(transaction);
      return { rows: isFar ? rows.reverse() : rows, count };
    });
}

/** Lists the records after a position, oldest first by default. Keyset pagination: every page costs the same. */
export async function listRecordsAfter(
  database: Database,
  filter: HistoryFilter,
  after: { createdAt: string; recordId: string } | undefined,
  limit: number,
  { isNewestFirst = false } = {},
): Promise<ChargedRow[]> {
  const [beyond, direction] = isNewestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const position = after
    ? sql`and (created_at, record_id) ${beyond}
        ((${after.createdAt}::text::timestamp at time zone 'UTC'), ${after.recordId}::text::uuid)`
    : sql``;
  const { rows } = await sql<ChargedRow>`
    select record_id, question, answer, model, created_at, sdk_unique_id, charged,
           (created_at at time zone 'UTC')::text as exact_created_at
    from chat_record where ${matches(filter)} ${position}
    order by created_at ${direction}, record_id ${direction} limit ${limit}`.execute(database);
  return rows;
}

const recordsPerStatement = 5_000;

/** Deletes records older than a date, or all of them. Returns how many were deleted. */
export async function deleteRecords(
  database: Database,
  { accountId, keyId, sdkUniqueId }: HistoryFilter,
  before?: Date,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    // In batches, so that no statement holds the account's lock for long.
    const { rows } = await sql<{ forgotten: number }>`
      select delete_chat_records(
        ${accountId}, ${keyId}, ${sdkUniqueId === null ? "" : (sdkUniqueId ?? null)}, ${before?.toISOString() ?? null}::text::timestamptz,
        ${recordsPerStatement}::integer
      ) as forgotten`.execute(database);
    const part = rows[0]?.forgotten ?? 0;
    forgotten += part;
    if (part < recordsPerStatement) return forgotten;
  }
}

/** Days that an account keeps its history; null means forever. */
export async function findRetention(database: Database, accountId: string): Promise<number | null> {
  const row = await database
    .selectFrom("chat_retention")
    .select("days")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.days ?? null;
}

export async function saveRetention(
  database: Database,
  accountId: string,
  days: number | null,
): Promise<void> {
  if (days === null) {
    await database.deleteFrom("chat_retention").where("account_id", "=", accountId).execute();
    return;
  }
  await database
    .insertInto("chat_retention")
    .values({ account_id: accountId, days })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ days }))
    .execute();
}
