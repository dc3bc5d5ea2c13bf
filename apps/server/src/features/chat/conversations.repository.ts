import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** A conversation: the records of one key with one session id, or with none. */
export interface ConversationRow {
  key_id: string;
  key_name: string | null;
  /** Empty for records without a session id. */
  sdk_unique_id: string;
  records: number;
  last_at: Date;
  exact_last_at: string;
  question: string;
}

/** Who reads conversations. Those that other members hold in the dashboard are private. */
export interface ConversationReader {
  accountId: string;
  userId: string;
}

export type ConversationPosition = [lastAt: string, keyId: string, sdkUniqueId: string];

const shownCharacters = 200;

const exact = (column: string) => sql<string>`(${sql.ref(column)} at time zone 'UTC')::text`;
const fromExact = (text: string) => sql`(${text}::text::timestamp at time zone 'UTC')`;

/**
 * True for keys whose conversations a member may read: keys with a secret, and the member's own key. `row` has the columns
 * account_id and key_id.
 */
export const isReadableBy = (userId: string, row: string) => sql<boolean>`not exists (
  select from api_key p where p.account_id = ${sql.ref(`${row}.account_id`)} and p.key_id = ${sql.ref(`${row}.key_id`)}
    and p.kind <> 'owner' and p.user_id is distinct from ${userId}::text)`;

const ofKey = (keyId: string | undefined) => (keyId ? sql`and k.key_id = ${keyId}::uuid` : sql``);

const describe = sql`s.key_id, n.name as key_name, s.sdk_unique_id, s.records, s.last_at,
  ${exact("s.last_at")} as exact_last_at, coalesce(r.question, '') as question`;

// The newest record has the same timestamp as its conversation.
const joinNewest = sql`
  left join api_key n on n.account_id = s.account_id and n.key_id = s.key_id
  left join lateral (
    select left(question, ${shownCharacters}::integer) as question from chat_record r
    where r.account_id = s.account_id and r.key_id = s.key_id and r.created_at = s.last_at
      and coalesce(r.sdk_unique_id, '') = s.sdk_unique_id limit 1
  ) r on true`;

/** Lists conversations of all keys or one key, newest first. Merges the newest of each key. */
export async function listConversations(
  database: Database,
  { accountId, userId }: ConversationReader,
  {
    keyId,
    limit,
    after,
  }: { keyId?: string | undefined; limit: number; after?: ConversationPosition | undefined },
): Promise<ConversationRow[]> {
  const position = after
    ? sql`and c.last_at <= ${fromExact(after[0])}
        and (c.last_at, c.key_id, c.sdk_unique_id) < (${fromExact(after[0])}, ${after[1]}::uuid, ${after[2]}::text)`
    : sql``;
  const { rows } = await sql<ConversationRow>`
    select ${describe} from (
      select c.* from chat_key k cross join lateral (
        select * from chat_session c where c.account_id = k.account_id and c.key_id = k.key_id ${position}
        order by c.last_at desc, c.sdk_unique_id desc limit ${limit}::integer
      ) c
      where k.account_id = ${accountId}::uuid and k.records > 0 and ${isReadableBy(userId, "k")} ${ofKey(keyId)}
      order by c.last_at desc, c.key_id desc, c.sdk_unique_id desc limit ${limit}::integer
    ) s ${joinNewest}
    order by s.last_at desc, s.key_id desc, s.sdk_unique_id desc`.execute(database);
  return rows;
}

export async function findConversation(
  database: Database,
  { accountId, userId }: ConversationReader,
  keyId: string,
  sdkUniqueId: string | null,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${describe} from chat_session s ${joinNewest}
    where s.account_id = ${accountId}::uuid and s.key_id = ${keyId}::uuid
      and s.sdk_unique_id = ${sdkUniqueId ?? ""}::text and ${isReadableBy(userId, "s")}`.execute(database);
  return rows[0];
}

export async function listRememberingKeys(
  database: Database,
  { accountId, userId }: ConversationReader,
): Promise<{ keyId: string; keyName: string | null }[]> {
  return database
    .selectFrom("chat_key as k")
    .leftJoin("api_key as n", (join) =>
      join.onRef("n.account_id", "=", "k.account_id").onRef("n.key_id", "=", "k.key_id"),
    )
    .select(["k.key_id as keyId", "n.name as keyName"])
    .where("k.account_id", "=", accountId)
    .where("k.records", ">", 0)
    .where(isReadableBy(userId, "k"))
    .orderBy("k.key_id")
    .execute();
}
