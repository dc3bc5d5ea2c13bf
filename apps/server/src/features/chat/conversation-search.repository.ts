import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { type ConversationReader, isReadableBy } from "./conversations.repository.ts";

/** Words with more matches are common: then the newest records are scanned instead of the word index. */
const commonRecords = 2_000;
const walkedRecords = 1_000;
const questionCharacters = 300;

export interface FoundRow {
  record_id: string;
  key_id: string;
  key_name: string | null;
  sdk_unique_id: string | null;
  created_at: Date;
  exact_created_at: string;
  model: string;
  question: string;
  excerpt: string;
}

export type RecordPosition = [createdAt: string, recordId: string];

export interface RecordSearch {
  text: string;
  keyId?: string | undefined;
  limit: number;
  after?: RecordPosition | undefined;
}

interface Place {
  key_id: string;
  record_id: string;
  exact_created_at: string;
}

const words = sql`chat_words(r.account_id, r.question, r.answer)`;
const place = sql`r.key_id, r.record_id, (r.created_at at time zone 'UTC')::text as exact_created_at`;

function toQuery(accountId: string, text: string): RawBuilder<unknown> {
  return sql`(${`'@${accountId}'`}::text::tsquery && websearch_to_tsquery('pg_catalog.simple', ${text}::text))`;
}

function before(after: RecordPosition | undefined): RawBuilder<unknown> {
  if (!after) return sql``;
  const [createdAt, recordId] = after;
  return sql`and (r.created_at, r.record_id) < (${createdAt}::text::timestamp at time zone 'UTC', ${recordId}::uuid)`;
}

/** True when the text contains a word: punctuation alone would match everything. */
export async function hasWords(database: Database, text: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select numnode(websearch_to_tsquery('pg_catalog.simple', ${text}::text)) > 0 as has`.execute(database);
  return rows[0]?.has ?? false;
}

/**
 * Finds records of an account, newest first, and the position to continue from; null at the end. Rare words are found
 * through their index. For common words the newest records are scanned, which costs the same however many there are;
 * where matches are sparse, a page is short and the search continues from its end.
 */
export async function searchRecords(
  database: Database,
  reader: ConversationReader,
  search: RecordSearch,
): Promise<{ rows: FoundRow[]; next: RecordPosition | null }> {
  const found = (await findRare(database, reader, search)) ?? (await walk(database, reader, search));
  return { rows: await describe(database, reader.accountId, search.text, found.places), next: found.next };
}

const toPosition = ({ exact_created_at, record_id }: Place): RecordPosition => [exact_created_at, record_id];

async function findRare(
  database: Database,
  { accountId, userId }: ConversationReader,
  { text, keyId, limit, after }: RecordSearch,
) {
  const { rows } = await sql<Place & { matches: number }>`
    with matches as materialized (
      select r.created_at, ${place} from chat_record r
      where r.account_id = ${accountId}::uuid and ${words} @@ ${toQuery(accountId, text)} ${before(after)}
        ${keyId ? sql`and r.key_id = ${keyId}::uuid` : sql``} and ${isReadableBy(userId, "r")}
      limit ${commonRecords + 1}::integer
    )
    select key_id, record_id, exact_created_at, (select count(*) from matches) as matches from matches
    order by created_at desc, record_id desc limit ${limit + 1}::integer`.execute(database);
  if ((rows[0]?.matches ?? 0) > commonRecords) return undefined;
  const places = rows.slice(0, limit);
  const last = places.at(-1);
  return { places, next: rows.length > limit && last ? toPosition(last) : null };
}

async function walk(
  database: Database,
  { accountId, userId }: ConversationReader,
  { text, keyId, limit, after }: RecordSearch,
) {
  const { rows } = await sql<Place & { fits: boolean }>`
    select ${place}, ${words} @@ ${toQuery(accountId, text)} as fits from (
      select w.* from chat_key k cross join lateral (
        select r.account_id, r.key_id, r.created_at, r.record_id from chat_record r
        where r.account_id = k.account_id and r.key_id = k.key_id ${before(after)}
        order by r.created_at desc, r.record_id desc limit ${walkedRecords}::integer
      ) w
      where k.account_id = ${accountId}::uuid and ${isReadableBy(userId, "k")}
        ${keyId ? sql`and k.key_id = ${keyId}::uuid` : sql``}
      order by w.created_at desc, w.record_id desc limit ${walkedRecords}::integer
    ) w join chat_record r using (account_id, key_id, created_at, record_id)
    order by r.created_at desc, r.record_id desc`.execute(database);
  const fitting = rows.filter(({ fits }) => fits);
  const places = fitting.slice(0, limit);
  const last = fitting.length > limit ? places.at(-1) : rows.at(-1);
  const isEnd = fitting.length <= limit && rows.length < walkedRecords;
  return { places, next: last && !isEnd ? toPosition(last) : null };
}

async function describe(
  database: Database,
  accountId: string,
  text: string,
  places: readonly Place[],
): Promise<FoundRow[]> {
  if (places.length === 0) return [];
  const wanted = JSON.stringify(places);
  const { rows } = await sql<FoundRow>`
    select r.record_id, r.key_id, n.name as key_name, r.sdk_unique_id, r.created_at, w.exact_created_at, r.model,
      left(r.question, ${questionCharacters}::integer) as question,
      ts_headline('pg_catalog.simple', left(r.answer, 40000), websearch_to_tsquery('pg_catalog.simple', ${text}::text),
        'StartSel="", StopSel="", MaxWords=40, MinWords=20') as excerpt
    from json_to_recordset(${wanted}::text::json) as w(key_id uuid, record_id uuid, exact_created_at text)
    join chat_record r on r.account_id = ${accountId}::uuid and r.key_id = w.key_id
      and r.created_at = (w.exact_created_at::timestamp at time zone 'UTC') and r.record_id = w.record_id
    left join api_key n on n.account_id = r.account_id and n.key_id = r.key_id
    order by r.created_at desc, r.record_id desc`.execute(database);
  return rows;
}
