import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";
import { listAccountsToTopUp } from "./top-up.repository.ts";
import type { TopUpService } from "./top-up.service.ts";

/** Buys credits for one account. A failure of the provider is retried with the same payment. */
export const topUpKind: JobKind<{ accountId: string }> = {
  name: "top-up-credits",
  payload: z.object({ accountId: z.uuid() }),
  retryLimit: 10,
  maxRetryDelayInSeconds: 300,
  forgottenAfterInSeconds: 3_600,
  isExclusive: true,
};

/** The worker's job that finds accounts whose balance is low. */
export function createTopUpCheckJob({
  database,
  enqueue,
}: {
  database: Database;
  enqueue: Enqueue;
}): JobDefinition {
  return {
    name: "find-low-balances",
    payload: z.object({}),
    schedule: "* * * * *",
    retryLimit: 2,
    async handle() {
      for (const accountId of await listAccountsToTopUp(database))
        await database
          .transaction()
          .execute((transaction) =>
            enqueue(transaction, topUpKind.name, [{ accountId }], { key: accountId }),
          );
    },
  };
}

/** The job that buys credits, in the processes that know the payment provider. */
export function createTopUpJob(topUps: TopUpService): JobDefinition {
  return {
    ...topUpKind,
    concurrency: 2,
    handle: (payload) => topUps.run(topUpKind.payload.parse(payload).accountId),
  };
}
