import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import type { Backlog } from "../../platform/queue/queue-inspection.ts";

export async function recordQueueLengths(database: Database, lengths: readonly Backlog[]): Promise<void> {
  await sql`
    insert into queue_minute as m (queue, minute, waiting, oldest_in_s)
    select queue, date_trunc('minute', now()), waiting, "oldestInSeconds"
    from jsonb_to_recordset(${JSON.stringify(lengths)}::text::jsonb) as b(queue text, waiting bigint, "oldestInSeconds" float8)
    order by queue
    on conflict (queue, minute) do update
      set waiting = greatest(m.waiting, excluded.waiting), oldest_in_s = greatest(m.oldest_in_s, excluded.oldest_in_s)`.execute(
    database,
  );
}

export function listQueueMinutes(database: Database) {
  return database
    .selectFrom("queue_minute")
    .selectAll()
    .where("minute", ">", sql<Date>`now() - interval '1 hour'`)
    .orderBy("minute")
    .execute();
}

export async function deleteOldFigures(database: Database, round: CleanUpRound): Promise<void> {
  for (const table of ["queue_minute", "engine_calls"])
    await deleteInBatches(database, round, {
      table,
      ageColumn: "minute",
      before: sql`now() - interval '1 day'`,
    });
  await deleteInBatches(database, round, {
    table: "ledger_check",
    ageColumn: "checked_at",
    before: sql`now() - interval '1 year'`,
  });
}
