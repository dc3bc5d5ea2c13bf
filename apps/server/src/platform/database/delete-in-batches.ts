import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

const rowsPerBatch = 1_000;

/**
 * Deletes the rows that match a condition and returns how many there were. Each batch commits by itself, so that any
 * number of rows neither runs into the statement timeout nor holds locks for long. A locked row is left for the next run:
 * waiting for it while holding others could deadlock.
 */
export async function deleteInBatches(
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
  maxRows = rowsPerBatch,
): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(maxRows)} for update skip locked
      ))`.execute(database);
    total += Number(numAffectedRows);
    if (numAffectedRows < maxRows) return total;
  }
}
