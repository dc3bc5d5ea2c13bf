import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteUnusedSources } from "./project-sites.repository.ts";

const unusedForDays = 30;

/** The job that deletes sites that no question has named for a while. */
export function createPageJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-unused-project-sites",
      payload: z.object({}),
      schedule: "41 4 * * *",
      retryLimit: 3,
      async handle() {
        await deleteUnusedSources(database, unusedForDays);
      },
    },
  ];
}
