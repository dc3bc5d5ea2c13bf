import { sql } from "kysely";
import type { Backfill } from "../../platform/queue/queue.ts";

/** Looks up in the ledger what each answer cost. A record has the id of the hold that paid for it; a free answer has no capture. */
export const chargeBackfill: Backfill = {
  name: "chat-record-charged",
  async fillBatch(transaction, after, limit) {
    const position = after
      ? sql`where (account_id, key_id, created_at, record_id) > (${after.accountId}::text::uuid,
          ${after.keyId}::text::uuid, ${after.createdAt}::text::timestamp at time zone 'UTC', ${after.recordId}::text::uuid)`
      : sql``;
    const { rows } = await sql<Visited>`
      with page as materialized (
        select account_id, key_id, created_at, record_id, charged is null as is_open from chat_record ${position}
        order by account_id, key_id, created_at, record_id limit ${limit}::integer
      ),
      open as materialized (
        select r.account_id, r.key_id, r.created_at, r.record_id, r.request_id
        from page p join chat_record r using (account_id, key_id, created_at, record_id)
        where p.is_open for update of r skip locked
      ),
      filled as (
        update chat_record r set charged = coalesce((
          select sum(l.amount) from ledger_entry l
          where l.account_id = o.account_id and l.request_id = o.request_id and l.hold_id = o.record_id and l.kind = 'capture'
        ), 0)
        from open o
        where r.account_id = o.account_id and r.key_id = o.key_id and r.created_at = o.created_at and r.record_id = o.record_id
        returning r.record_id
      )
      select account_id as "accountId", key_id as "keyId", (created_at at time zone 'UTC')::text as "createdAt",
        record_id as "recordId", (select count(*) from page) as visited,
        (select count(*) from page where is_open) as open, (select count(*) from filled) as filled
      from page order by account_id desc, key_id desc, created_at desc, record_id desc limit 1`.execute(
      transaction,
    );
    const [last] = rows;
    if (!last) return { filled: 0, skipped: 0, next: null };
    const { visited, open, filled, ...next } = last;
    return { filled, skipped: open - filled, next: visited < limit ? null : next };
  },
};

interface Visited {
  accountId: string;
  keyId: string;
  createdAt: string;
  recordId: string;
  visited: number;
  open: number;
  filled: number;
}
