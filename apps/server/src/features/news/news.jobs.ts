import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { forgetOldKeys } from "./gathering/store-reports.ts";

export function createNewsJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "forget-old-news-keys",
      payload: z.object({}),
      schedule: "23 4 * * *",
      retryLimit: 3,
      handle: () => forgetOldKeys(database),
    },
  ];
}
