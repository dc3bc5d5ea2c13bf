import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteDeadProcesses } from "../../platform/process-registry.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteRevokedWindows } from "../keys/index.ts";
import { deleteExpiredAnswers } from "./admission.repository.ts";

/** Cleanup jobs of admission: expired answers, dead processes and windows of revoked keys. */
export function createAdmissionJobs(database: Database, store: ObjectStore): JobDefinition[] {
  return [
    {
      name: "delete-expired-admissions",
      payload: z.object({}),
      schedule: "*/10 * * * *",
      retryLimit: 2,
      async handle() {
        await deleteExpiredAnswers(database, (object) => store.delete(object));
        await deleteDeadProcesses(database);
        await deleteRevokedWindows(database);
      },
    },
  ];
}
