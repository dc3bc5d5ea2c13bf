import { fromKysely, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Database } from "../database/database.ts";
import type { Logger } from "../logging.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** One kind of job: its queue, what it carries, when it recurs and what it does. */
export interface JobDefinition<Payload = unknown> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Cron expression in UTC for jobs that recur. */
  schedule?: string;
  retryLimit: number;
  handle(payload: Payload): Promise<void>;
}

/** Running jobs of this process. */
export interface Queue {
  stop(): Promise<void>;
}

/** Refuses two jobs of one name: the second would silently take the first one's work. */
export function assertDistinctJobs(jobs: readonly JobDefinition[]): void {
  const names = jobs.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two jobs are named ${repeated}; every job needs a name of its own.`);
}

/** Starts working on the given jobs: queues created, schedules set, payloads parsed, every run measured. */
export async function startQueue(
  database: Database,
  jobs: readonly JobDefinition[],
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): Promise<Queue> {
  assertDistinctJobs(jobs);
  const boss = new PgBoss({ db: fromKysely(database), schema: "pgboss" });
  boss.on("error", (error) => logger.error({ error }, "queue failed"));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: job.retryLimit, retryBackoff: true });
    if (job.schedule) await boss.schedule(job.name, job.schedule);
    await boss.work(job.name, { includeMetadata: true }, async (batch) => {
      for (const { data, createdOn, startAfter, startedOn } of batch) {
        const dueAt = Math.max(createdOn.getTime(), startAfter.getTime());
        metrics.jobWaitSeconds.observe({ job: job.name }, Math.max(0, startedOn.getTime() - dueAt) / 1000);
        await runJob(job, data, { logger, metrics });
      }
    });
  }
  return { stop: () => boss.stop({ graceful: true }) };
}

async function runJob(
  job: JobDefinition,
  data: unknown,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
) {
  const endTimer = metrics.jobSeconds.startTimer({ job: job.name });
  try {
    await job.handle(job.payload.parse(data ?? {}));
    endTimer({ outcome: "done" });
  } catch (error) {
    endTimer({ outcome: "failed" });
    logger.error({ error, job: job.name }, "job failed");
    throw error;
  }
}
