import { sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import type { Backlog } from "../../platform/queue/queue-inspection.ts";

/** A delivery that one attempt has taken for itself. */
export interface ClaimedDelivery {
  accountId: string;
  deliveryId: string;
  leaseId: string;
  url: string;
  body: string;
  attempt: number;
  tries: number;
  /** Whether the receiver said 410 before. */
  isGone: boolean;
}

/**
 * Takes the delivery that has been due longest, of an account that is not busy, until its lease ends. An
 * attempt before it that never reported is noted: its process died, and the receiver may have got it.
 */
export async function claimDelivery(
  database: Database,
  { leaseId, leaseInMs, busyAccounts }: { leaseId: string; leaseInMs: number; busyAccounts: string[] },
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    with picked as (
      select account_id, delivery_id, attempts, lease_id from webhook_delivery
      where due_at <= now() and not account_id = any (${toArrayLiteral(busyAccounts)}::uuid[])
      order by due_at limit 1 for update skip locked
    ), unended as (
      insert into webhook_attempt (account_id, delivery_id, attempt, elapsed_in_ms, error)
      select account_id, delivery_id, attempts, ${leaseInMs}::integer,
        'The attempt did not end: its process was lost. The receiver may have got it.'
      from picked where lease_id is not null
      on conflict do nothing
    )
    update webhook_delivery d
    set due_at = now() + make_interval(secs => ${leaseInMs / 1000}), lease_id = ${leaseId}::uuid,
      attempts = d.attempts + 1, tries = d.tries + 1
    from picked p where d.account_id = p.account_id and d.delivery_id = p.delivery_id
    returning d.account_id as "accountId", d.delivery_id as "deliveryId", d.lease_id as "leaseId",
      d.url, d.body, d.attempts as attempt, d.tries,
      exists (select from webhook_gone g where g.account_id = d.account_id and g.url = d.url) as "isGone"
  `.execute(database);
  return rows[0];
}

/** How an attempt ended, and what that means for its delivery. */
export interface AttemptResult {
  outcome: "delivered" | "retry" | "failed" | "stopped";
  status: number | null;
  error: string | null;
  elapsedInMs: number;
  retryInMs: number;
}

/** Writes down how an attempt ended. What it means for the delivery counts only while the attempt holds the lease. */
export async function endAttempt(
  database: Database,
  delivery: ClaimedDelivery,
  { outcome, status, error, elapsedInMs, retryInMs }: AttemptResult,
): Promise<void> {
  const { accountId, deliveryId, leaseId, attempt, url } = delivery;
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("webhook_attempt")
      .values({
        account_id: accountId,
        delivery_id: deliveryId,
        attempt,
        elapsed_in_ms: elapsedInMs,
        answer_status: status,
        error,
      })
      // A process that was paused past its lease knows better than the one that took over.
      .onConflict((conflict) =>
        conflict.columns(["account_id", "delivery_id", "attempt"]).doUpdateSet((row) => ({
          ended_at: sql`now()`,
          elapsed_in_ms: row.ref("excluded.elapsed_in_ms"),
          answer_status: row.ref("excluded.answer_status"),
          error: row.ref("excluded.error"),
        })),
      )
      .execute();
    await sql`
      update webhook_delivery d
      set state = s.state, lease_id = null,
        due_at = case when s.state = 'pending'
          then least(now() + make_interval(secs => ${retryInMs / 1000}), d.give_up_at) end
      from (select (case when ${outcome}::text <> 'retry' then ${outcome}::text
          when now() < give_up_at then 'pending' else 'failed' end)::webhook_state as state
        from webhook_delivery where account_id = ${accountId} and delivery_id = ${deliveryId}) s
      where d.account_id = ${accountId} and d.delivery_id = ${deliveryId} and d.lease_id = ${leaseId}
    `.execute(transaction);
    if (outcome === "stopped")
      await transaction
        .insertInto("webhook_gone")
        .values({ account_id: accountId, url })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

/** Makes a delivery due now, for another day, and takes its receiver into use again. False when there is none. */
export async function reviveDelivery(
  database: Database,
  accountId: string,
  deliveryId: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const revived = await transaction
      .updateTable("webhook_delivery")
      .set({
        state: "pending",
        due_at: sql<Date>`now()`,
        give_up_at: sql<Date>`now() + interval '24 hours'`,
        tries: 0,
        lease_id: null,
      })
      .where("account_id", "=", accountId)
      .where("delivery_id", "=", deliveryId)
      .returning("url")
      .executeTakeFirst();
    if (!revived) return false;
    await transaction
      .deleteFrom("webhook_gone")
      .where("account_id", "=", accountId)
      .where("url", "=", revived.url)
      .execute();
    return true;
  });
}

/** What an operator watches: how many wait, and how long the oldest has been due. */
export async function measureDeliveries(
  database: Database,
): Promise<{ pending: number; oldestDueInSeconds: number }> {
  const { rows } = await sql<{ pending: number; oldestDueInSeconds: number }>`
    select count(*)::int as pending,
      greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as "oldestDueInSeconds"
    from webhook_delivery where due_at is not null`.execute(database);
  return rows[0] ?? { pending: 0, oldestDueInSeconds: 0 };
}

/** Forgets deliveries that nobody tries any more, 30 days after they were queued. */
export async function forgetOldDeliveries(database: Database): Promise<void> {
  const isOld = sql`state <> 'pending' and created_at < now() - interval '30 days'`;
  await deleteInBatches(database, "webhook_delivery", isOld);
}

/** Measures the line of webhooks. Those that failed for good are their account's to replay. */
export async function measureWebhooks(database: Database): Promise<Backlog> {
  const { rows } = await sql<Omit<Backlog, "queue">>`
    select count(*) filter (where lease_id is null and due_at <= now())::int as waiting,
      count(*) filter (where lease_id is not null)::int as active,
      count(*) filter (where lease_id is null and due_at > now())::int as later, 0 as failed,
      coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as "oldestInSeconds"
    from webhook_delivery where due_at is not null`.execute(database);
  return { queue: "webhooks", waiting: 0, active: 0, later: 0, failed: 0, oldestInSeconds: 0, ...rows[0] };
}
