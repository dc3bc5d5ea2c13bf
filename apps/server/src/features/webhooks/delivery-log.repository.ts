import type { WebhookDelivery } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

const shownAttempts = 20;

/** Which deliveries of an account to list. */
export interface DeliveryFilter {
  limit: number;
  state?: WebhookDelivery["state"] | undefined;
  endpointId?: string | undefined;
  deliveryId?: string;
  /** Continues after this delivery. */
  after?: [exactCreatedAt: string, deliveryId: string] | undefined;
}

/** A delivery as its account sees it, and where it stands in the list. */
export interface LoggedDelivery {
  delivery: WebhookDelivery;
  position: [exactCreatedAt: string, deliveryId: string];
}

/** Lists deliveries of the account with their latest attempts, newest first. */
export async function listDeliveries(
  database: Database,
  accountId: string,
  { limit, state, endpointId, deliveryId, after }: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  let query = database
    .selectFrom("webhook_delivery as d")
    .select(["delivery_id", "endpoint_id", "url", "type", "state", "created_at", "due_at"])
    .select(sql<string>`(created_at at time zone 'UTC')::text`.as("exact_created_at"))
    .select(
      sql<WebhookDelivery["attempts"]>`coalesce((
        select json_agg(json_build_object(
          'attempt', a.attempt,
          'endedAt', to_char(a.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'elapsedInMs', a.elapsed_in_ms, 'status', a.answer_status, 'error', a.error,
          'response', a.answer_text) order by a.attempt desc)
        from (select * from webhook_attempt
          where account_id = d.account_id and delivery_id = d.delivery_id
          order by attempt desc limit ${sql.lit(shownAttempts)}) a), '[]')`.as("attempts"),
    )
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("delivery_id", "desc")
    .limit(limit);
  if (state) query = query.where("state", "=", state);
  if (endpointId) query = query.where("endpoint_id", "=", endpointId);
  if (deliveryId) query = query.where("delivery_id", "=", deliveryId);
  if (after)
    query = query.where(
      sql<boolean>`(created_at, delivery_id) < ((${after[0]}::text::timestamp at time zone 'UTC'), ${after[1]}::uuid)`,
    );
  return (await query.execute()).map((row) => ({
    delivery: {
      id: row.delivery_id,
      endpointId: row.endpoint_id,
      url: row.url,
      type: row.type,
      state: row.state,
      createdAt: row.created_at.toISOString(),
      nextAttemptAt: row.due_at?.toISOString() ?? null,
      attempts: row.attempts,
    },
    position: [row.exact_created_at, row.delivery_id],
  }));
}

/** Finds what a delivery of the account says. */
export async function findDeliveryBody(
  database: Database,
  accountId: string,
  deliveryId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom("webhook_delivery")
    .select("body")
    .where("account_id", "=", accountId)
    .where("delivery_id", "=", deliveryId)
    .executeTakeFirst();
  return row?.body;
}
