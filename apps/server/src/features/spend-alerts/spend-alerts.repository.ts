import { randomUUID } from "node:crypto";
import { type Centicredits, fromCredits, toCredits } from "@mintwright/api-contract";
import { maxSpendAlerts, type NewSpendAlert, type SpendAlert } from "@mintwright/api-contract/dashboard";
import { sql, type Transaction } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";

type AlertRow = Pick<Schema["spend_alert"], "alert_id" | "kind" | "amount"> & {
  created_at: Date;
  sent_at: Date | null;
};

const toAlert = (row: AlertRow): SpendAlert => ({
  id: row.alert_id,
  kind: row.kind,
  amount: toCredits(row.amount),
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
});

export async function listAlerts(database: Database, accountId: string): Promise<SpendAlert[]> {
  const rows = await database
    .selectFrom("spend_alert")
    .select(["alert_id", "kind", "amount", "created_at", "sent_at"])
    .where("account_id", "=", accountId)
    .orderBy("kind")
    .orderBy("amount")
    .execute();
  return rows.map(toAlert);
}

/** Creates an alert, or returns the one with the same threshold; undefined when the account has as many as it may have. */
export async function insertAlert(
  database: Database,
  accountId: string,
  { kind, amount }: NewSpendAlert,
): Promise<SpendAlert | undefined> {
  return database.transaction().execute(async (transaction) => {
    // Two at once would both find room for the last one.
    await sql`select pg_advisory_xact_lock(hashtextextended('mintwright.spend-alert ' || ${accountId}::text, 0))`.execute(
      transaction,
    );
    await sql`
      insert into spend_alert (account_id, alert_id, kind, amount)
      select ${accountId}::uuid, ${randomUUID()}::uuid, ${kind}::text, ${fromCredits(amount)}::bigint
      where (select count(*) from spend_alert where account_id = ${accountId}::uuid) < ${maxSpendAlerts}::integer
      on conflict (account_id, kind, amount) do nothing`.execute(transaction);
    const alerts = await listAlerts(transaction, accountId);
    return alerts.find((alert) => alert.kind === kind && alert.amount === amount);
  });
}

export async function deleteAlert(database: Database, accountId: string, alertId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("spend_alert")
    .where("account_id", "=", accountId)
    .where("alert_id", "=", alertId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** An alert whose threshold is passed and that was not sent for this period. */
export interface DueAlert {
  accountId: string;
  alertId: string;
  kind: SpendAlert["kind"];
  amount: Centicredits;
  /** What was spent in the period, or the balance. */
  value: Centicredits;
  /** The day, or the first day of the month; null for a balance. */
  period: string | null;
}

/**
 * Lists the alerts to send. A period that has just ended is looked at once more, because what was spent in its last minute
 * was not known before. An alert is not sent for periods that had ended when it was created.
 */
export async function listDueAlerts(database: Database): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with moments as (select now() at time zone 'UTC' as now),
    periods as (
      select unit, date_trunc(unit, m.now - age) as starts, date_trunc(unit, m.now - age) + ('1 ' || unit)::interval as ends
      from moments m, (values ('day'), ('month')) units(unit), (values (interval '15 minutes'), (interval '0')) ages(age)
      group by 1, 2, 3
    )
    select a.account_id as "accountId", a.alert_id as "alertId", a.kind, a.amount, s.spent as value, p.starts::date::text as period
    from spend_alert a
    join periods p on p.unit = a.kind
    cross join lateral (
      select coalesce(sum(u.spent), 0)::bigint as spent from usage_hour u
      where u.account_id = a.account_id and u.hour >= p.starts at time zone 'UTC' and u.hour < p.ends at time zone 'UTC'
    ) s
    where s.spent >= a.amount and (a.sent_for is null or a.sent_for < p.starts::date)
      and a.created_at < p.ends at time zone 'UTC'
    union all
    select a.account_id, a.alert_id, a.kind, a.amount, c.balance, null
    from spend_alert a join account c using (account_id)
    where a.kind = 'balance' and not a.is_below and c.balance < a.amount
    order by 6`.execute(database);
  return rows;
}

/** Marks an alert as sent for the period. False when another worker was first. */
export async function markSent(
  transaction: Transaction<Schema>,
  { accountId, alertId, period }: DueAlert,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update spend_alert set sent_at = now(), sent_for = ${period}::text::date, is_below = ${period}::text is null
    where account_id = ${accountId} and alert_id = ${alertId}
      and case when ${period}::text is null then not is_below
        else sent_for is null or sent_for < ${period}::text::date end`.execute(transaction);
  return numAffectedRows === 1n;
}

/** Makes alerts about the balance ready again whose balance is above the amount. */
export async function resetRecoveredAlerts(database: Database): Promise<void> {
  await sql`
    update spend_alert a set is_below = false
    from account c
    where c.account_id = a.account_id and a.kind = 'balance' and a.is_below and c.balance >= a.amount`.execute(
    database,
  );
}
