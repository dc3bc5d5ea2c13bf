import { sql } from "kysely";
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

/** Below the process's own deadline, so that jobs end in order before it. */
const stopTimeoutInMs = 20_000;

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
  await startOneByOne(database, boss);
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
  return { stop: () => boss.stop({ graceful: true, timeout: stopTimeoutInMs }) };
}

/** Two workers that install the queue's tables at once would break each other's transaction. */
async function startOneByOne(database: Database, boss: PgBoss): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('mintwright.queue'))`.execute(connection);
    try {
      await boss.start();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('mintwright.queue'))`.execute(connection);
    }
  });
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
