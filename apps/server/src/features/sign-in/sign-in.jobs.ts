import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldAttempts } from "./attempts.repository.ts";
import { deleteExpiredSignIns } from "./sign-in.repository.ts";

/** The jobs that keep what signing in remembers from growing for ever. */
export function createSignInJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "forget-expired-sign-ins",
      payload: z.object({}),
      schedule: "*/15 * * * *",
      retryLimit: 2,
      async handle() {
        await deleteOldAttempts(database);
        await deleteExpiredSignIns(database);
      },
    },
  ];
}
