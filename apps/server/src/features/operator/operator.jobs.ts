import { z } from "zod";
import { startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { checkLedger } from "./ledger-checks.repository.ts";
import { deleteOldFigures } from "./queue-minutes.repository.ts";

export function createOperatorJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-old-figures",
      payload: z.object({}),
      schedule: "23 * * * *",
      retryLimit: 5,
      handle: (_payload, context) => deleteOldFigures(database, startRound(context?.signal)),
    },
    {
      name: "check-ledger",
      payload: z.object({}),
      schedule: "47 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        await checkLedger(database, "worker", startRound(context?.signal));
      },
    },
  ];
}
