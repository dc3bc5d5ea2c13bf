import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { createDeleteFilesJob } from "./account-files.ts";
import { deleteOldAttempts } from "./attempts.repository.ts";
import { deleteExpiredSignIns, deleteUnconfirmedUsers } from "./sign-in.repository.ts";
import { forgetOldNetworks } from "./sign-in-attempts.ts";

/** The jobs that keep what signing in remembers from growing for ever, and delete what a deleted account leaves. */
export function createSignInJobs(
  database: Database,
  store: ObjectStore,
  { deleteUnconfirmedAfterDays }: { deleteUnconfirmedAfterDays: number },
): JobDefinition[] {
  return [
    {
      name: "forget-expired-sign-ins",
      payload: z.object({}),
      schedule: "*/15 * * * *",
      retryLimit: 2,
      async handle() {
        await deleteOldAttempts(database);
        await deleteExpiredSignIns(database);
        await deleteUnconfirmedUsers(database, deleteUnconfirmedAfterDays);
        await forgetOldNetworks(database);
      },
    },
    createDeleteFilesJob(store),
  ];
}
