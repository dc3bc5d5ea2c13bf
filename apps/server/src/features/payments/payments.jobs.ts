import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { collectOwedCredits, listAccountsThatOwe } from "./payments.repository.ts";

/** Takes owed credits from the balance when credits arrive later: from a grant, a voucher or a released hold. */
export function createPaymentJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "collect-owed-credits",
      payload: z.object({}),
      schedule: "* * * * *",
      retryLimit: 2,
      async handle() {
        for (const accountId of await listAccountsThatOwe(database))
          await collectOwedCredits(database, accountId);
      },
    },
  ];
}
