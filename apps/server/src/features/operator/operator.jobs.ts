import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { forgetOldFigures } from "./queue-minutes.repository.ts";

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
