import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { enqueueAttempt } from "./deliveries.repository.ts";

/** Larger events must send a link. */
const maxBodyBytes = 65_536;

/** Something that happened to an account. */
export interface AccountEvent {
  accountId: string;
  /** Dotted and in the past tense, such as `collection.completed`. */
  type: string;
  data: Record<string, unknown>;
}

/** An event for one receiver. */
export interface WebhookEvent extends AccountEvent {
  /** Where to; checked with `checkWebhookUrl` when it was given, and again at every attempt. */
  url: string;
}

/**
 * Queues a webhook inside the transaction that changes what it tells of: both happen or neither does.
 * It is delivered at least once, in no order, always under the id that is returned.
 */
export async function queueWebhook(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  event: WebhookEvent,
): Promise<string> {
  const { accountId, url, type } = event;
  const [deliveryId, jobId] = [randomUUID(), randomUUID()];
  await transaction
    .insertInto("webhook_delivery")
    .values({
      account_id: accountId,
      delivery_id: deliveryId,
      url,
      type,
      body: writeBody(event),
      job_id: jobId,
    })
    .execute();
  await enqueueAttempt(transaction, enqueue, { accountId, deliveryId, jobId });
  return deliveryId;
}

/** Queues an event, as `queueWebhook` does, for every enabled endpoint of the account that has chosen its type. */
export async function queueForEndpoints(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  event: AccountEvent,
): Promise<void> {
  await insertForEndpoints(
    transaction,
    enqueue,
    event,
    sql`is_enabled and (event_types is null or ${event.type}::text = any(event_types))`,
  );
}

/** Queues a test event for one endpoint. Returns the id of its delivery; undefined when there is no such endpoint. */
export async function queueTest(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  accountId: string,
  endpointId: string,
): Promise<string | undefined> {
  const data = { endpointId, message: "This is a test. Your receiver works if it answers with a 2xx." };
  const event = { accountId, type: "webhook.test", data };
  const [id] = await insertForEndpoints(transaction, enqueue, event, sql`endpoint_id = ${endpointId}::uuid`);
  return id;
}

async function insertForEndpoints(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  event: AccountEvent,
  condition: ReturnType<typeof sql>,
): Promise<string[]> {
  const { accountId, type } = event;
  const { rows } = await sql<{ deliveryId: string; jobId: string }>`
    insert into webhook_delivery (account_id, delivery_id, endpoint_id, url, type, body, job_id)
    select account_id, gen_random_uuid(), endpoint_id, url, ${type}::text, ${writeBody(event)}::text, gen_random_uuid()
    from webhook_endpoint where account_id = ${accountId}::uuid and ${condition}
    returning delivery_id as "deliveryId", job_id as "jobId"`.execute(transaction);
  for (const { deliveryId, jobId } of rows)
    await enqueueAttempt(transaction, enqueue, { accountId, deliveryId, jobId });
  return rows.map(({ deliveryId }) => deliveryId);
}

function writeBody({ type, data }: AccountEvent): string {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  if (Buffer.byteLength(body) > maxBodyBytes)
    throw new RangeError(
      `a webhook of type ${type} is larger than ${maxBodyBytes} bytes; send a link instead`,
    );
  return body;
}
