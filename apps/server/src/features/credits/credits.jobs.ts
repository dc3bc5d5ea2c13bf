import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { createMonthPartitions } from "./ledger.repository.ts";

/** Months of partitions created in advance, so that a worker may be down for long without harm. */
export const monthsAhead = 3;

export function createCreditsJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "create-month-partitions",
      payload: z.object({}),
      schedule: "17 3 * * *",
      retryLimit: 5,
      async handle() {
        await createMonthPartitions(database, monthsAhead);
      },
    },
  ];
}
