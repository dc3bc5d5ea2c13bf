import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteOldDeliveries } from "./deliveries.repository.ts";
import { deletePreviousSecrets } from "./webhook-secret.ts";

/** The job that deletes old deliveries and secrets that no longer sign. */
export function createWebhookJobs(database: Database): JobDefinition[] {
  return [
    {
      name: "delete-old-webhooks",
      payload: z.object({}),
      schedule: "41 3 * * *",
      retryLimit: 5,
      async handle() {
        await deleteOldDeliveries(database);
        await deletePreviousSecrets(database);
      },
    },
  ];
}
