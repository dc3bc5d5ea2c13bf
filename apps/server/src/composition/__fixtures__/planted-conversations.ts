import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Plants records of one key, counted as settlement counts them. */
export async function plantConversations(
  database: Database,
  {
    accountId,
    keyId,
    records,
    sessions,
  }: { accountId: string; keyId: string; records: number; sessions: number },
): Promise<void> {
  await sql`
    insert into chat_record (account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id, first_text_in_ms)
    select ${accountId}::uuid, ${keyId}::uuid, now() - n * interval '1 second', gen_random_uuid(), 's' || n % ${sessions}::integer, 'm',
      'question number' || n, 'an answer that is common' || case when n % 500 = 0 then ' and rare' else '' end, 1, 'r', 0
    from generate_series(1, ${records}::integer) n`.execute(database);
  await sql`
    insert into chat_session (account_id, key_id, sdk_unique_id, records, last_at)
    select account_id, key_id, sdk_unique_id, count(*), max(created_at) from chat_record
    where account_id = ${accountId}::uuid and key_id = ${keyId}::uuid group by 1, 2, 3`.execute(database);
  await sql`
    insert into chat_key (account_id, key_id, records) values (${accountId}::uuid, ${keyId}::uuid, ${records}::integer)`.execute(
    database,
  );
}
