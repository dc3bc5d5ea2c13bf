import { sql } from "kysely";
import { z } from "zod";
import type { KeptFor } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  type DailyTable,
  detachPeriod,
  dropDetachedPeriod,
  listOldDays,
} from "../../platform/database/partitions.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";

/** Days of partitions created in advance: requests are not logged without one. */
export const logDaysAhead = 7;

/** Creates the daily partitions of the request log. */
export async function createDayPartitions(database: Database): Promise<void> {
  await sql`select create_day_partitions(${logDaysAhead}::integer)`.execute(database);
}

export function createRequestLogJobs(
  database: Database,
  { logDays, logBodyDays }: { logDays: KeptFor; logBodyDays: KeptFor },
): JobDefinition[] {
  return [
    {
      name: "create-day-partitions",
      payload: z.object({}),
      schedule: "13 */6 * * *",
      retryLimit: 5,
      handle: () => createDayPartitions(database),
    },
    {
      name: "drop-old-request-logs",
      payload: z.object({}),
      schedule: "37 * * * *",
      retryLimit: 5,
      async handle() {
        await dropDays("request_log", logDays);
        await dropDays("request_body", logBodyDays);
      },
    },
  ];

  async function dropDays(table: DailyTable, keptFor: KeptFor): Promise<void> {
    if (keptFor === "forever") return;
    for (const day of await listOldDays(database, table, keptFor)) {
      await detachPeriod(database, table, day);
      await dropDetachedPeriod(database, table, day);
    }
  }
}
