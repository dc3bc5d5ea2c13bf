import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { forgetOldFigures } from "./queue-minutes.repository.ts";

/** The jobs that keep the operator's figures from growing. */
export function createOperatorJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "forget-old-figures",
      payload: z.object({}),
      schedule: "23 * * * *",
      retryLimit: 5,
      handle: () => forgetOldFigures(database),
    },
  ];
}
