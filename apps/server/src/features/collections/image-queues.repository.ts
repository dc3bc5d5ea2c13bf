import type { ImageModelName } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Backlog } from "../../platform/queue/queue-inspection.ts";

const longestPauseInMs = 15_000;

/**
 * Pauses a model's image queue for all workers while its engine is down. Each pause is half as long as the outage so far:
 * a short outage costs little, a long one few attempts.
 */
export async function pauseImageQueue(
  database: Database,
  model: ImageModelName,
  leastInMs: number,
): Promise<void> {
  await sql`
    update image_line set
      down_since = coalesce(down_since, now()),
      paused_until = now() + least(
        greatest(${leastInMs}::integer * interval '1 millisecond', (now() - coalesce(down_since, now())) / 2),
        ${longestPauseInMs}::integer * interval '1 millisecond'
      )
    where model = ${model}::text`.execute(database);
}

export async function resumeImageQueue(database: Database, model: ImageModelName): Promise<void> {
  await database
    .updateTable("image_line")
    .set({ down_since: null, paused_until: null })
    .where("model", "=", model)
    .where("down_since", "is not", null)
    .execute();
}

/** Lists the collections that have waited for their engine longer than the limit. */
export async function listHopelessCollections(
  database: Database,
  patienceInMs: number,
): Promise<{ accountId: string; collectionId: string }[]> {
  const { rows } = await sql<{ account_id: string; collection_id: string }>`
    select c.account_id, c.collection_id from image_line l
    join collection c on c.model = l.model and c.state in ('queued', 'processing')
    where greatest(l.down_since, c.created_at) < now() - ${patienceInMs}::integer * interval '1 millisecond'
      and l.down_since is not null and c.planned = c.amount
    limit 100`.execute(database);
  return rows.map((row) => ({ accountId: row.account_id, collectionId: row.collection_id }));
}

/** Measures the image queue of every model from the collections' counters, without counting a million images. */
export async function measureImageQueues(database: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select 'images ' || l.model as queue, (coalesce(c.waiting, 0) + coalesce(r.due, 0))::int as waiting, coalesce(k.active, 0)::int as active,
      coalesce(r.later, 0)::int as later, 0 as failed, coalesce(c.oldest, 0)::float8 as "oldestInSeconds"
    from image_line l
    left join (
      select model, sum(amount - next_number + 1) as waiting,
        extract(epoch from now() - min(created_at) filter (where next_number <= amount)) as oldest
      from collection where state in ('queued', 'processing') group by model
    ) c using (model)
    left join (select model, count(*) as active from image_claim group by model) k using (model)
    left join (
      select c.model, count(*) filter (where i.retry_at <= now()) as due, count(*) filter (where i.retry_at > now()) as later
      from collection c
      join collection_image i on i.account_id = c.account_id and i.collection_id = c.collection_id and i.retry_at is not null
      where c.state in ('queued', 'processing') group by c.model
    ) r using (model)
    order by 1`.execute(database);
  return rows;
}
