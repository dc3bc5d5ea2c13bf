import { z } from "zod";
import { startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldAuditEntries } from "./audit-log.repository.ts";
import { deleteOldInvitations } from "./organisations.repository.ts";

export function createOrganisationJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-old-audit-entries",
      payload: z.object({}),
      schedule: "25 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        const round = startRound(context?.signal);
        await deleteOldAuditEntries(database, round);
        await deleteOldInvitations(database, round);
      },
    },
  ];
}
