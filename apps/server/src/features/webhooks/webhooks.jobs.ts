import { z } from "zod";
import { type KeptFor, startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldDeliveries } from "./deliveries.repository.ts";
import { deletePreviousSecrets } from "./webhook-secret.ts";

/** The job that deletes old deliveries and secrets that no longer sign. */
export function createWebhookJobs(
  database: Database,
  { webhookLogDays }: { webhookLogDays: KeptFor },
): JobDefinition[] {
  return [
    {
      name: "delete-old-webhooks",
      payload: z.object({}),
      schedule: "31 * * * *",
      retryLimit: 5,
      async handle(_payload, context) {
        if (webhookLogDays !== "forever")
          await deleteOldDeliveries(database, startRound(context?.signal), webhookLogDays);
        await deletePreviousSecrets(database);
      },
    },
  ];
}
