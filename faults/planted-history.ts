import type { TestAccount } from "@mintwright/test-harness";
import { query } from "./query.ts";

/** What each planted record cost, in 1/100 credits. */
export const plantedPrice = 50;

/**
 * Plants chat records and ledger entries as years of use leave them. Each record was paid by a hold and a capture while
 * there are ledger entries for it; the other records were free, and the other entries are grants. The ledger adds up.
 */
export async function plantHistory(
  databaseUrl: string,
  accounts: readonly TestAccount[],
  { chatRows, ledgerRows }: { chatRows: number; ledgerRows: number },
): Promise<{ paidRecords: number }> {
  const paidRecords = Math.min(chatRows, Math.floor(ledgerRows / 2));
  const perAccount = (rows: number) => Math.floor(rows / accounts.length);
  for (const { accountId, keyId } of accounts) {
    const [chat, paid] = [perAccount(chatRows), perAccount(paidRecords)];
    const grants = perAccount(ledgerRows) - 2 * paid;
    await query(
      databaseUrl,
      `with record as (
         insert into chat_record (account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters,
           request_id, first_text_in_ms)
         select $1, $2, now() - n * interval '20 seconds', gen_random_uuid(), 'visitor ' || n / 20, 'general_assistant',
           'What is word' || n % 997 || ' of word' || n % 499 || '?', repeat('It is word' || n % 991 || ' of it. ', 8), 200,
           'planted ' || n, 30
         from generate_series(1, $3::integer) n returning record_id, request_id
       )
       insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
       select $1, kind::ledger_kind, ${plantedPrice}, 'streamChat', request_id, $2, record_id
       from (select * from record limit $4) paid cross join (values ('hold'), ('capture')) as entry(kind)`,
      [accountId, keyId, chat, paid],
    );
    await query(
      databaseUrl,
      `insert into ledger_entry (account_id, kind, amount, note)
       select $1::uuid, 'grant'::ledger_kind, ${plantedPrice}, 'planted' from generate_series(1, $2::integer)
       union all select $1::uuid, 'grant', ${plantedPrice} * $3::bigint, 'planted' where $3 > 0`,
      [accountId, Math.max(0, grants), paid],
    );
    await query(
      databaseUrl,
      `update account set granted = granted + ${plantedPrice} * ($2::bigint + $3::bigint), balance = balance + ${plantedPrice} * $2::bigint,
         spent = spent + ${plantedPrice} * $3::bigint where account_id = $1`,
      [accountId, Math.max(0, grants), paid],
    );
    await query(
      databaseUrl,
      `with counted as (
         insert into chat_session (account_id, key_id, sdk_unique_id, records, last_at)
         select account_id, key_id, sdk_unique_id, count(*), max(created_at) from chat_record
         where account_id = $1 group by 1, 2, 3 returning records
       )
       insert into chat_key (account_id, key_id, records) select $1, $2, sum(records) from counted`,
      [accountId, keyId],
    );
  }
  await query(databaseUrl, "vacuum analyze ledger_entry");
  await query(databaseUrl, "vacuum analyze chat_record");
  return { paidRecords: perAccount(paidRecords) * accounts.length };
}
