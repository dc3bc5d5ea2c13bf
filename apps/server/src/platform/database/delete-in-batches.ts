import { type RawBuilder, sql } from "kysely";
import { type CleanUpRound, fitBatch } from "./clean-up-round.ts";
import type { Database } from "./database.ts";

/** Batches grow and shrink towards this duration: a call that waits for a row of a batch waits no longer. */
const batchInMs = 20;

/** Which rows a clean-up deletes. */
export interface OldRows {
  table: string;
  /** The timestamp by which rows are old. Large tables need an index on it. */
  ageColumn: string;
  /** Rows with an older timestamp are deleted. */
  before: RawBuilder<unknown>;
  /** A further condition on the rows. */
  and?: RawBuilder<unknown>;
  /** Rows of a statement, 1,000 unless given. Fewer for rows whose deletion deletes many others. */
  maxRows?: number;
}

/**
 * Deletes old rows, oldest first, until none are left or the round is over, and returns how many. Each batch commits by
 * itself, so that any number of rows neither runs into the statement timeout nor holds locks for long, and does not wait
 * for the disk: a deletion that a crash forgets is repeated. A batch begins where the one before ended: from the start, it
 * would read every row that was just deleted. A locked row is left for the next round: waiting for it while holding others
 * could deadlock.
 */
export async function deleteInBatches(
  database: Database,
  round: CleanUpRound,
  { table, ageColumn, before, and = sql`true`, maxRows = 1_000 }: OldRows,
): Promise<number> {
  const age = sql.ref(ageColumn);
  let total = 0;
  let limit = Math.ceil(maxRows / 10);
  let begin = sql`true`;
  while (!round.isOver()) {
    const startedAt = performance.now();
    const { rows } = await sql<{ deleted: number; last: string | null }>`
      with gone as (
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${age} < ${before} and ${begin} and ${and}
          order by ${age} limit ${sql.lit(limit)} for update skip locked
        )) returning ${age} as age
      )
      select count(*)::int as deleted, max(age)::text as last, set_config('synchronous_commit', 'off', true) from gone`.execute(
      database,
    );
    const { deleted = 0, last = null } = rows[0] ?? {};
    total += deleted;
    if (deleted < limit) break;
    const elapsedInMs = performance.now() - startedAt;
    begin = sql`${age} >= ${last}::text::timestamptz`;
    limit = fitBatch(limit, elapsedInMs, { ms: batchInMs, maxRows });
    await round.rest(elapsedInMs);
  }
  return total;
}
