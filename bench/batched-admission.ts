import { randomUUID } from "node:crypto";
import { createAdmissionService } from "../apps/server/src/features/admission/index.ts";
import type { Database } from "../apps/server/src/platform/database/database.ts";
import { createMetrics } from "../apps/server/src/platform/telemetry/metrics.ts";
import { percentile } from "./measure.ts";

/** Admits paid requests through the batched service, from many clients at once, for some seconds. */
export async function runBatchedAdmission(
  connection: Database,
  pickKey: () => string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<{ admitted: number; perSecond: number; p50InMs: number }> {
  const admission = createAdmissionService({
    database: connection,
    processId: randomUUID(),
    metrics: createMetrics(),
  });
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const client = async () => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const { verdict } = await admission.admit({
        key: pickKey(),
        price: 50,
        operation: "enhancePrompt",
        requestId: randomUUID(),
        deadlineInMs: 60_000,
      });
      if (verdict !== "admitted") throw new Error(`expected to be admitted, got ${verdict}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    admitted: times.length,
    perSecond: times.length / ((performance.now() - startedAt) / 1_000),
    p50InMs: percentile(times, 0.5),
  };
}
