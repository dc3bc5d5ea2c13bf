import { z } from "zod";
import type { JobKind } from "../../platform/queue/queue.ts";

/** One attempt of one delivery. The attempt plans the next one itself; the queue only restarts one that died. */
export const webhookKind: JobKind<{ accountId: string; deliveryId: string }> = {
  name: "webhooks",
  payload: z.object({ accountId: z.uuid(), deliveryId: z.uuid() }),
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
  hasOwnTable: true,
};
