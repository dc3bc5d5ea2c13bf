import type { TestDatabase } from "./test-database.ts";

/** Queues webhooks with their jobs, as a feature does in its transaction. Returns the ids of the deliveries. */
export async function queueDeliveries(
  database: Pick<TestDatabase, "query">,
  { accountId, url, type, body = "{}" }: { accountId: string; url: string; type: string; body?: string },
  count = 1,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `with delivery as (
       insert into webhook_delivery (account_id, delivery_id, url, type, body, job_id)
       select $1, gen_random_uuid(), $2, $3, $4, gen_random_uuid() from generate_series(1, $5)
       returning account_id, delivery_id, job_id
     ), queued as (
       insert into pgboss.job (name, id, data, group_id, retry_limit, retry_backoff, heartbeat_seconds)
       select 'webhooks', job_id, jsonb_build_object('accountId', account_id, 'deliveryId', delivery_id), account_id, 1000, true, 12
       from delivery
     )
     select delivery_id as id from delivery`,
    [accountId, url, type, body, count],
  );
  return rows.map(({ id }) => id);
}
