import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";

interface OverdueKey {
  accountId: string;
  keyId: string;
  before: string;
}

const keysPerStatement = 500;
/** Few, because the statement locks the account. */
const recordsPerStatement = 500;

/** Deletes the records that are older than their owner, or the operator for all owners, wants to keep. */
export async function deleteOldRecords(
  database: Database,
  round: CleanUpRound,
  operatorDays: number | null,
): Promise<void> {
  for (let last: OverdueKey | undefined; !round.isOver(); ) {
    const keys = await listOverdueKeys(database, operatorDays, last);
    for (const key of keys) await deleteRecordsOfKey(database, round, key);
    last = keys.at(-1);
    if (keys.length < keysPerStatement) return;
  }
}

async function listOverdueKeys(
  database: Database,
  operatorDays: number | null,
  after: OverdueKey | undefined,
): Promise<OverdueKey[]> {
  const position = after
    ? sql`(k.account_id, k.key_id) > (${after.accountId}::uuid, ${after.keyId}::uuid)`
    : sql`true`;
  const { rows } = await sql<OverdueKey>`
    select k.account_id as "accountId", k.key_id as "keyId", due.before::text as before
    from chat_key k left join chat_retention r on r.account_id = k.account_id
    cross join lateral (
      select now() - make_interval(days => least(r.days, ${operatorDays}::integer)) as before
    ) due
    where k.records > 0 and ${position} and exists (
      select from chat_record c where c.account_id = k.account_id and c.key_id = k.key_id and c.created_at < due.before
    )
    order by k.account_id, k.key_id limit ${sql.lit(keysPerStatement)}`.execute(database);
  return rows;
}

async function deleteRecordsOfKey(
  database: Database,
  round: CleanUpRound,
  { accountId, keyId, before }: OverdueKey,
): Promise<void> {
  while (!round.isOver()) {
    const startedAt = performance.now();
    const { rows } = await sql<{ deleted: number }>`
      select delete_chat_records(
        ${accountId}::uuid, ${keyId}::uuid, null, ${before}::text::timestamptz, ${recordsPerStatement}::integer
      ) as deleted`.execute(database);
    if ((rows[0]?.deleted ?? 0) < recordsPerStatement) return;
    await round.rest(performance.now() - startedAt);
  }
}
