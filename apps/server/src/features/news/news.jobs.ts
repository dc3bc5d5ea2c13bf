import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { type KeptFor, startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldKeys } from "./gathering/store-reports.ts";
import { deleteOldArticles } from "./old-articles.ts";

export function createNewsJobs(
  database: Database,
  store: ObjectStore,
  { newsDays }: { newsDays: KeptFor },
): JobDefinition[] {
  return [
    {
      name: "delete-old-news-keys",
      payload: z.object({}),
      schedule: "11 * * * *",
      retryLimit: 3,
      handle: (_payload, context) => deleteOldKeys(database, startRound(context?.signal)),
    },
    {
      name: "delete-old-news",
      payload: z.object({}),
      schedule: "17 * * * *",
      retryLimit: 3,
      async handle(_payload, context) {
        if (newsDays !== "forever")
          await deleteOldArticles(database, startRound(context?.signal), { store, days: newsDays });
      },
    },
  ];
}
