import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteRecords, findOverdueKeys } from "./history.repository.ts";

export function createHistoryJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-old-chat-history",
      payload: z.object({}),
      schedule: "23 * * * *",
      retryLimit: 2,
      async handle() {
        for (const { accountId, keyId, before } of await findOverdueKeys(database)) {
          await deleteRecords(database, { accountId, keyId }, before);
        }
      },
    },
  ];
}
