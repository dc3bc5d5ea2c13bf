import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteDeadProcesses } from "../../platform/process-registry.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { deleteRevokedWindows } from "../keys/index.ts";
import { deleteExpiredAnswers } from "./admission.repository.ts";
import { deleteOrphanAnswers } from "./orphan-answers.ts";

/** Clean-up jobs of admission: expired answers, their files, dead processes and windows of revoked keys. */
export function createAdmissionJobs(database: Database, store: ObjectStore): JobDefinition[] {
  return [
    {
      name: "delete-expired-admissions",
      payload: z.object({}),
      schedule: "*/10 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        const round = startRound(context?.signal);
        await deleteDeadProcesses(database, round);
        await deleteRevokedWindows(database);
        await deleteExpiredAnswers(database, round, (object) => store.delete(object));
      },
    },
    {
      name: "delete-orphan-answers",
      payload: z.object({}),
      schedule: "53 * * * *",
      retryLimit: 2,
      async handle(_payload, context) {
        await deleteOrphanAnswers(database, startRound(context?.signal), store);
      },
    },
  ];
}
