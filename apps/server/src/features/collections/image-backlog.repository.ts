import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Backlog } from "../../platform/queue/queue-inspection.ts";

/** Measures the image queue of every model from the collections' counters, without counting a million images. */
export async function measureImageQueues(database: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select 'images ' || l.model as queue, coalesce(c.waiting, 0)::int as waiting, coalesce(k.active, 0)::int as active,
      coalesce(r.later, 0)::int as later, 0 as failed, coalesce(c.oldest, 0)::float8 as "oldestInSeconds"
    from image_line l
    left join (
      select model, sum(amount - next_number + 1) as waiting,
        extract(epoch from now() - min(created_at) filter (where next_number <= amount)) as oldest
      from collection where state in ('queued', 'processing') group by model
    ) c using (model)
    left join (select model, count(*) as active from image_claim group by model) k using (model)
    left join (
      select c.model, count(*) as later from collection c
      join collection_image i on i.account_id = c.account_id and i.collection_id = c.collection_id and i.retry_at is not null
      where c.state in ('queued', 'processing') group by c.model
    ) r using (model)
    order by 1`.execute(database);
  return rows;
}
