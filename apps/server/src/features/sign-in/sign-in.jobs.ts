import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldAttempts } from "../limits/index.ts";
import { deleteOldNetworks } from "./known-networks.repository.ts";
import { deleteExpiredSignIns, deleteUnconfirmedUsers } from "./sign-in.repository.ts";

export function createSignInJobs(
  database: Database,
  { deleteUnconfirmedAfterDays }: { deleteUnconfirmedAfterDays: number },
): JobDefinition[] {
  return [
    {
      name: "delete-expired-sign-ins",
      payload: z.object({}),
      schedule: "*/15 * * * *",
      retryLimit: 2,
      async handle() {
        await deleteOldAttempts(database);
        await deleteExpiredSignIns(database);
        await deleteUnconfirmedUsers(database, deleteUnconfirmedAfterDays);
        await deleteOldNetworks(database);
      },
    },
  ];
}
