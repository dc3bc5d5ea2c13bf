import { z } from "zod";
import { startRound } from "../../platform/database/clean-up-round.ts";
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
      schedule: "41 * * * *",
      retryLimit: 3,
      async handle(_payload, context) {
        await deleteUnusedSources(database, startRound(context?.signal), unusedForDays);
      },
    },
  ];
}
