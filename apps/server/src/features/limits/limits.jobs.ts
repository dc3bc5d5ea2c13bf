import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteAbandonedPlaces } from "./limits.repository.ts";

/** The job that deletes the places of processes that died. */
export function createLimitJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-abandoned-places",
      payload: z.object({}),
      schedule: "*/15 * * * *",
      retryLimit: 2,
      async handle() {
        await deleteAbandonedPlaces(database);
      },
    },
  ];
}
