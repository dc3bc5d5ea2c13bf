import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteAbandonedPlaces } from "./limits.repository.ts";

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
