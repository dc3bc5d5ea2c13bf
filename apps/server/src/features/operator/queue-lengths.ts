import type { Database } from "../../platform/database/database.ts";
import { listReplicas } from "../../platform/database/replication.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import { type Backlog, measureQueues } from "../../platform/queue/queue-inspection.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { measureImageQueues } from "../collections/index.ts";
import { measureMints } from "../minting/index.ts";
import { measureEmailAge } from "../sign-in/index.ts";
import { recordQueueLengths } from "./queue-minutes.repository.ts";

const measureEveryInMs = 10_000;

interface Measuring {
  database: Database;
  logger: Logger;
  metrics: Metrics;
}

/** Measures every queue: pg-boss jobs, image claims and mints. */
export async function measureQueueLengths(database: Database): Promise<Backlog[]> {
  const images = await measureImageQueues(database);
  const mints = await measureMints(database);
  return [...images, mints, ...(await measureQueues(database))];
}

/**
 * Measures queues, emails and replication every few seconds: for this process's metrics, and the queues for the admin
 * console too. Every worker does so; their figures are of the installation and must not be added up.
 */
export function startQueueLengthRecords(parts: Measuring): Loop {
  return startLoop(
    {
      intervalInMs: measureEveryInMs,
      onError: (error) => parts.logger.warn({ error }, "recording queue lengths failed, will retry"),
    },
    () => measure(parts),
  );
}

async function measure({ database, metrics }: Measuring): Promise<void> {
  const lengths = await measureQueueLengths(database);
  metrics.queueLengths.set(lengths);
  metrics.emailsOldestUnsentSeconds.set(await measureEmailAge(database));
  const replicas = await listReplicas(database);
  metrics.replicas.set(replicas.length);
  metrics.replicationLagBytes.reset();
  for (const { replica, lagInBytes } of replicas) metrics.replicationLagBytes.set({ replica }, lagInBytes);
  await recordQueueLengths(database, lengths);
}
