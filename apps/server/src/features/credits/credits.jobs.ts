import { z } from "zod";
import { type KeptFor, startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { detachPeriod, dropDetachedPeriod, listOldMonths } from "../../platform/database/partitions.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { createMonthPartitions } from "./ledger.repository.ts";
import { sealLedgerMonths } from "./ledger-seals.repository.ts";

/** Months of partitions created in advance, so that a worker may be down for long without harm. */
export const monthsAhead = 3;

export function createCreditsJobs(
  database: Database,
  { usageMonths }: { usageMonths: KeptFor },
): JobDefinition[] {
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
    {
      name: "seal-ledger-months",
      payload: z.object({}),
      schedule: "7 * * * *",
      retryLimit: 5,
      async handle(_payload, context) {
        await sealLedgerMonths(database, startRound(context?.signal));
      },
    },
    {
      name: "drop-old-usage",
      payload: z.object({}),
      schedule: "29 3 * * *",
      retryLimit: 5,
      async handle() {
        if (usageMonths === "forever") return;
        for (const table of ["usage_hour", "request_hour"] as const)
          for (const month of await listOldMonths(database, table, usageMonths)) {
            await detachPeriod(database, table, month);
            await dropDetachedPeriod(database, table, month);
          }
      },
    },
  ];
}
