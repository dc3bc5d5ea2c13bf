import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldKeys } from "./gathering/store-reports.ts";

export function createNewsJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-old-news-keys",
      payload: z.object({}),
      schedule: "23 4 * * *",
      retryLimit: 3,
      handle: () => deleteOldKeys(database),
    },
  ];
}
