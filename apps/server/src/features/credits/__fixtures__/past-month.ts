import type { ClonedDatabase } from "../../../platform/__fixtures__/cloned-database.ts";

/** Creates the partition of a month that is over and returns the month, such as 2026-01. */
export async function createPastMonth(clone: ClonedDatabase, monthsAgo: number): Promise<string> {
  const [row] = await clone.query<{ month: string; partition: string; from: string; to: string }>(
    `select to_char(month, 'YYYY-MM') as month, to_char(month, '"ledger_entry_"YYYY_MM') as partition,
       month::text || '+00' as from, (month + interval '1 month')::text || '+00' as to
     from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1) as month) m`,
    [monthsAgo],
  );
  if (!row) throw new Error("no month");
  await clone.query(
    `create table if not exists ${row.partition} partition of ledger_entry for values from ('${row.from}') to ('${row.to}')`,
  );
  return row.month;
}

/** Books a grant, and paid calls of 5 each, in the middle of a month. The ledger still adds up. */
export async function plantMonth(
  clone: ClonedDatabase,
  month: string,
  accountId: string,
  { granted, calls }: { granted: number; calls: number },
): Promise<void> {
  await clone.query(
    `with call as (select n, gen_random_uuid() as hold_id from generate_series(1, $4::integer) n)
     insert into ledger_entry (account_id, created_at, kind, amount, operation, request_id, hold_id, note)
     select $1::uuid, $2::timestamptz, 'grant'::ledger_kind, $3::bigint, null, null, null, 'a "quoted" note, with a comma'
     union all
     select $1, $2::timestamptz + n * interval '1 second', kind::ledger_kind, 5, 'test', 'r' || n, hold_id, ''
     from call cross join (values ('hold'), ('capture')) as entry(kind)`,
    [accountId, `${month}-15 12:00:00+00`, granted, calls],
  );
  await clone.query(
    `update account set granted = granted + $2, spent = spent + 5 * $3::bigint, balance = balance + $2 - 5 * $3::bigint
     where account_id = $1`,
    [accountId, granted, calls],
  );
}
