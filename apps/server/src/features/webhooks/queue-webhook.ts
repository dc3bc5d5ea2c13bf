import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { enqueueAttempt } from "./deliveries.repository.ts";

/** Larger events must send a link. */
const maxBodyBytes = 65_536;

/** An event for an account's webhook. */
export interface WebhookEvent {
  accountId: string;
  /** Where to; checked with `checkWebhookUrl` when it was given, and again at every attempt. */
  url: string;
  /** Dotted and in the past tense, such as `collection.completed`. */
  type: string;
  data: Record<string, unknown>;
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
  const { accountId, url, type, data } = event;
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  if (Buffer.byteLength(body) > maxBodyBytes)
    throw new RangeError(
      `a webhook of type ${type} is larger than ${maxBodyBytes} bytes; send a link instead`,
    );
  const [deliveryId, jobId] = [randomUUID(), randomUUID()];
  await transaction
    .insertInto("webhook_delivery")
    .values({ account_id: accountId, delivery_id: deliveryId, url, type, body, job_id: jobId })
    .execute();
  await enqueueAttempt(transaction, enqueue, { accountId, deliveryId, jobId });
  return deliveryId;
}
