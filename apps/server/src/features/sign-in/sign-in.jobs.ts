import { z } from "zod";
import { startRound } from "../../platform/database/clean-up-round.ts";
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
      async handle(_payload, context) {
        const round = startRound(context?.signal);
        await deleteOldAttempts(database, round);
        await deleteExpiredSignIns(database, round);
        await deleteUnconfirmedUsers(database, round, deleteUnconfirmedAfterDays);
        await deleteOldNetworks(database, round);
      },
    },
  ];
}
