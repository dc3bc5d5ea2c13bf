import { z } from "zod";
import { type KeptFor, startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldRecords } from "./old-records.repository.ts";

export function createHistoryJobs(database: Database, { chatDays }: { chatDays: KeptFor }): JobDefinition[] {
  return [
    {
      name: "delete-old-chat-history",
      payload: z.object({}),
      schedule: "23 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        await deleteOldRecords(
          database,
          startRound(context?.signal),
          chatDays === "forever" ? null : chatDays,
        );
      },
    },
  ];
}
