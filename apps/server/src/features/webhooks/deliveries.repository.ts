import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue, JobContext, JobKind } from "../../platform/queue/queue.ts";

/** One attempt of one delivery. The attempt plans the next one itself; the queue only restarts one that died. */
export const webhookKind: JobKind<{ accountId: string; deliveryId: string }> = {
  name: "webhooks",
  payload: z.object({ accountId: z.uuid(), deliveryId: z.uuid() }),
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
  hasOwnTable: true,
};

/** A delivery and the attempt that has begun on it. */
export interface ClaimedDelivery {
  accountId: string;
  deliveryId: string;
  jobId: string;
  /** The endpoint that it is for; null for the URL that a request named. */
  endpointId: string | null;
  url: string;
  body: string;
  attempt: number;
  tries: number;
  /** Whether the receiver said 410 before. */
  isGone: boolean;
}

/**
 * Begins the next attempt of a delivery; undefined when its job is no longer in charge of it. An attempt before it that was
 * never recorded is noted: its process died, and the receiver may have got it.
 */
export async function beginAttempt(
  database: Database,
  { accountId, deliveryId }: Pick<ClaimedDelivery, "accountId" | "deliveryId">,
  jobId: string,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    with picked as (
      select d.account_id, d.delivery_id, d.attempts, d.due_at, coalesce(e.url, d.url) as url
      from webhook_delivery d left join webhook_endpoint e using (account_id, endpoint_id)
      where d.account_id = ${accountId}::uuid and d.delivery_id = ${deliveryId}::uuid and d.job_id = ${jobId}::uuid
        and d.state = 'pending'
      for update of d
    ), unended as (
      insert into webhook_attempt (account_id, delivery_id, attempt, elapsed_in_ms, error)
      select account_id, delivery_id, attempts,
        least(greatest(extract(epoch from now() - due_at) * 1000, 0), 86400000)::integer,
        'The attempt did not end: its process was lost. The receiver may have got it.'
      from picked where attempts > 0
      on conflict do nothing
    )
    update webhook_delivery d set attempts = d.attempts + 1, tries = d.tries + 1, url = p.url
    from picked p where d.account_id = p.account_id and d.delivery_id = p.delivery_id
    returning d.account_id as "accountId", d.delivery_id as "deliveryId", d.job_id as "jobId",
      d.endpoint_id as "endpointId", d.url, d.body, d.attempts as attempt, d.tries,
      exists (select from webhook_gone g where g.account_id = d.account_id and g.url = d.url) as "isGone"
  `.execute(database);
  return rows[0];
}

/** How an attempt ended, and what that means for its delivery. */
export interface AttemptResult {
  outcome: "delivered" | "retry" | "failed" | "stopped";
  status: number | null;
  error: string | null;
  /** The beginning of the receiver's answer. */
  answerText: string | null;
  elapsedInMs: number;
  retryInMs: number;
}

/**
 * Records how an attempt ended and, in the same transaction, plans the next one. What it means for the delivery counts only
 * while no other attempt and no replay has begun.
 */
export async function endAttempt(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  delivery: ClaimedDelivery,
  { outcome, status, error, answerText, elapsedInMs, retryInMs }: AttemptResult,
  finish: JobContext["finish"],
): Promise<void> {
  const { accountId, deliveryId, jobId, attempt, url } = delivery;
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("webhook_attempt")
      .values({
        account_id: accountId,
        delivery_id: deliveryId,
        attempt,
        elapsed_in_ms: elapsedInMs,
        answer_status: status,
        answer_text: answerText,
        error,
      })
      // A process that was paused knows the real result; the one that took over only noted that the attempt was lost.
      .onConflict((conflict) =>
        conflict.columns(["account_id", "delivery_id", "attempt"]).doUpdateSet((row) => ({
          ended_at: sql`now()`,
          elapsed_in_ms: row.ref("excluded.elapsed_in_ms"),
          answer_status: row.ref("excluded.answer_status"),
          answer_text: row.ref("excluded.answer_text"),
          error: row.ref("excluded.error"),
        })),
      )
      .execute();
    const nextJobId = randomUUID();
    const { rows } = await sql<{ waitInSeconds: number | null }>`
      update webhook_delivery d
      set state = s.state, job_id = case when s.state = 'pending' then ${nextJobId}::uuid end,
        due_at = case when s.state = 'pending'
          then least(now() + make_interval(secs => ${retryInMs / 1000}), d.give_up_at) end
      from (select (case when ${outcome}::text <> 'retry' then ${outcome}::text
          when now() < give_up_at then 'pending' else 'failed' end)::webhook_state as state
        from webhook_delivery where account_id = ${accountId} and delivery_id = ${deliveryId}) s
      where d.account_id = ${accountId} and d.delivery_id = ${deliveryId} and d.job_id = ${jobId} and d.attempts = ${attempt}
      returning extract(epoch from d.due_at - now())::float8 as "waitInSeconds"
    `.execute(transaction);
    const waitInSeconds = rows[0]?.waitInSeconds;
    if (typeof waitInSeconds === "number")
      await enqueueAttempt(transaction, enqueue, { accountId, deliveryId, jobId: nextJobId }, waitInSeconds);
    if (status === 410)
      await transaction
        .insertInto("webhook_gone")
        .values({ account_id: accountId, url })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await finish(transaction);
  });
}

/** Adds the job of a delivery's next attempt. */
export async function enqueueAttempt(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  { accountId, deliveryId, jobId }: Pick<ClaimedDelivery, "accountId" | "deliveryId" | "jobId">,
  startAfterInSeconds = 0,
): Promise<void> {
  const options = { jobId, accountId, startAfterInSeconds };
  await enqueue(transaction, webhookKind.name, [{ accountId, deliveryId }], options);
}

/** Makes a delivery due now, for another day, and takes its receiver into use again. False when there is none. */
export async function reviveDelivery(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  accountId: string,
  deliveryId: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const jobId = randomUUID();
    const revived = await transaction
      .updateTable("webhook_delivery")
      .set({
        state: "pending",
        due_at: sql<Date>`now()`,
        give_up_at: sql<Date>`now() + interval '24 hours'`,
        tries: 0,
        job_id: jobId,
      })
      .where("account_id", "=", accountId)
      .where("delivery_id", "=", deliveryId)
      .returning("url")
      .executeTakeFirst();
    if (!revived) return false;
    await enqueueAttempt(transaction, enqueue, { accountId, deliveryId, jobId });
    await transaction
      .deleteFrom("webhook_gone")
      .where("account_id", "=", accountId)
      .where("url", "=", revived.url)
      .execute();
    return true;
  });
}

/** Makes the oldest deliveries due that have failed or stopped since then. Returns how many. */
export async function reviveFailedDeliveries(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  accountId: string,
  { since, endpointId, limit }: { since: string; endpointId?: string | undefined; limit: number },
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ deliveryId: string; jobId: string; url: string }>`
      update webhook_delivery d
      set state = 'pending', due_at = now(), give_up_at = now() + interval '24 hours', tries = 0, job_id = gen_random_uuid()
      from (
        select delivery_id from webhook_delivery
        where account_id = ${accountId}::uuid and state in ('failed', 'stopped') and created_at >= ${since}::timestamptz
          and endpoint_id is not distinct from coalesce(${endpointId ?? null}::uuid, endpoint_id)
        order by created_at, delivery_id limit ${limit}::integer for update
      ) f
      where d.account_id = ${accountId}::uuid and d.delivery_id = f.delivery_id
      returning d.delivery_id as "deliveryId", d.job_id as "jobId", d.url`.execute(transaction);
    for (const { deliveryId, jobId } of rows)
      await enqueueAttempt(transaction, enqueue, { accountId, deliveryId, jobId });
    const urls = [...new Set(rows.map(({ url }) => url))];
    if (urls.length > 0)
      await transaction
        .deleteFrom("webhook_gone")
        .where("account_id", "=", accountId)
        .where("url", "in", urls)
        .execute();
    return rows.length;
  });
}

/** Measures how many deliveries wait and how long the oldest has been due. */
export async function measureDeliveries(
  database: Database,
): Promise<{ pending: number; oldestDueInSeconds: number }> {
  const { rows } = await sql<{ pending: number; oldestDueInSeconds: number }>`
    select count(*)::int as pending,
      greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as "oldestDueInSeconds"
    from webhook_delivery where due_at is not null`.execute(database);
  return rows[0] ?? { pending: 0, oldestDueInSeconds: 0 };
}

/** Deletes deliveries without further attempts, this many days after they were queued. */
export async function deleteOldDeliveries(
  database: Database,
  round: CleanUpRound,
  days: number,
): Promise<void> {
  await deleteInBatches(database, round, {
    table: "webhook_delivery",
    ageColumn: "created_at",
    before: sql`now() - make_interval(days => ${days}::integer)`,
    and: sql`state <> 'pending'`,
  });
}
