import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldFigures } from "./queue-minutes.repository.ts";

export function createOperatorJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-old-figures",
      payload: z.object({}),
      schedule: "23 * * * *",
      retryLimit: 5,
      handle: () => deleteOldFigures(database),
    },
  ];
}
