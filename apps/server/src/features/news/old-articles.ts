import { sql } from "kysely";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";

const articlesPerBatch = 100;

/**
 * Deletes articles older than this many days with their reports and images. The image goes first: after a crash in
 * between, the row still names it and the next round deletes it again.
 */
export async function deleteOldArticles(
  database: Database,
  round: CleanUpRound,
  { store, days }: { store: ObjectStore; days: number },
): Promise<void> {
  for (let deleted = articlesPerBatch; deleted === articlesPerBatch && !round.isOver(); ) {
    const startedAt = performance.now();
    const { rows } = await sql<{ id: string; object: string | null }>`
      select article_id::text as id, image_object as object from news_article
      where created_at < now() - make_interval(days => ${days}::integer)
      order by created_at limit ${sql.lit(articlesPerBatch)}`.execute(database);
    for (const { object } of rows) if (object) await store.delete(object);
    await sql`delete from news_article where article_id = any(${toArrayLiteral(rows.map(({ id }) => id))}::text::bigint[])`.execute(
      database,
    );
    deleted = rows.length;
    if (deleted === articlesPerBatch) await round.rest(performance.now() - startedAt);
  }
}
