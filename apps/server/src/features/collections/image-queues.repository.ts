import type { ImageModelName } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

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
