import type { PGlite } from "@electric-sql/pglite";
import { sql, type Transaction } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import type { Logger } from "../logging.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** One kind of job as those who enqueue it know it. */
export interface JobKind<Payload = unknown> {
  name: string;
  payload: z.ZodType<Payload>;
  retryLimit: number;
  /** The longest pause between two attempts; without it each pause doubles the one before. */
  maxRetryDelayInSeconds?: number;
  /** How soon a job of a process that died is tried again; without it when it should long be done, in 15 minutes. */
  heartbeatInSeconds?: number;
  /** How long a job that is done is kept, 7 days by default. */
  forgottenAfterInSeconds?: number;
}

/** One kind of job: its queue, what it carries, when it recurs and what it does. */
export interface JobDefinition<Payload = unknown> extends JobKind<Payload> {
  /** Cron expression in UTC for jobs that recur. */
  schedule?: string;
  /** How often a worker looks for this job, 2,000 by default. */
  pollingInMs?: number;
  /** How many of them one worker runs at once, 1 by default. */
  concurrency?: number;
  handle(payload: Payload): Promise<void>;
}

/** When and how a job that is enqueued should run. */
export interface EnqueueOptions {
  startAfterInSeconds?: number;
}

/** Puts jobs into the caller's own transaction: they exist when it commits, and otherwise never did. */
export type Enqueue = (
  transaction: Transaction<Schema>,
  jobName: string,
  payloads: readonly object[],
  options?: EnqueueOptions,
) => Promise<void>;

/** Below the process's own deadline, so that jobs end in order before it. */
const stopTimeoutInMs = 20_000;

/** The queue as this process has opened it: it may enqueue, and after `work` it runs jobs. */
export interface Queue {
  enqueue: Enqueue;
  /** Gives failed jobs one more attempt each, all of the queue without ids, and tells how many there were. */
  retryFailed(jobName: string, jobIds?: readonly string[]): Promise<number>;
  work(jobs: readonly JobDefinition[], tools: { logger: Logger; metrics: Metrics }): Promise<void>;
  stop(): Promise<void>;
}

/** Refuses two jobs of one name: the second would silently take the first one's work. */
export function assertDistinctJobs(jobs: readonly JobKind[]): void {
  const names = jobs.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two jobs are named ${repeated}; every job needs a name of its own.`);
}

/**
 * Opens the queue. The kinds are those that this process will enqueue: their queues are made ready here,
 * because inside a transaction it is too late for that. Only processes that work look after the queue.
 */
export async function openQueue(
  database: Database,
  kinds: readonly JobKind[],
  { logger, isWorker, pglite }: { logger: Logger; isWorker: boolean; pglite?: PGlite },
): Promise<Queue> {
  const boss = new PgBoss({
    db: pglite ? fromEmbedded(database, pglite) : fromKysely(database),
    schema: "pgboss",
    ...(pglite && { backend: "pglite" }),
    supervise: isWorker,
    schedule: isWorker,
  });
  boss.on("error", (error) => logger.error({ error }, "queue failed"));
  assertDistinctJobs(kinds);
  await (pglite ? boss.start() : startOneByOne(database, boss));
  for (const kind of kinds) {
    await createJobQueue(boss, kind);
    // Makes this process remember the queue, so that enqueueing asks nothing on a second connection.
    await boss.insert(kind.name, []);
  }
  let stopping: Promise<void> | undefined;
  let hasWork = false;
  return {
    async enqueue(transaction, jobName, payloads, { startAfterInSeconds } = {}) {
      const kind = kinds.find(({ name }) => name === jobName);
      if (!kind) throw new Error(`This process has not opened the queue ${jobName}.`);
      await boss.insert(
        jobName,
        payloads.map((payload) => ({
          data: payload,
          ...(startAfterInSeconds !== undefined && { startAfter: startAfterInSeconds }),
        })),
        { db: fromKysely(transaction) },
      );
    },
    async retryFailed(jobName, jobIds) {
      const { rows } = await sql<{ id: string }>`
        select id from pgboss.job where state = 'failed' and name = ${jobName}`.execute(database);
      const ids = rows.map(({ id }) => id).filter((id) => jobIds?.includes(id) ?? true);
      if (ids.length > 0) await boss.retry(jobName, ids);
      return ids.length;
    },
    async work(jobs, tools) {
      assertDistinctJobs(jobs);
      hasWork = true;
      for (const job of jobs) await workOn(boss, job, tools);
    },
    stop() {
      stopping ??= boss.stop({ graceful: hasWork, timeout: stopTimeoutInMs });
      return stopping;
    },
  };
}

async function createJobQueue(boss: PgBoss, kind: JobKind): Promise<void> {
  await boss.createQueue(kind.name, {
    retryLimit: kind.retryLimit,
    retryBackoff: true,
    ...(kind.maxRetryDelayInSeconds !== undefined && { retryDelayMax: kind.maxRetryDelayInSeconds }),
    ...(kind.heartbeatInSeconds !== undefined && { heartbeatSeconds: kind.heartbeatInSeconds }),
    ...(kind.forgottenAfterInSeconds !== undefined && { deleteAfterSeconds: kind.forgottenAfterInSeconds }),
  });
}

async function workOn(
  boss: PgBoss,
  job: JobDefinition,
  tools: { logger: Logger; metrics: Metrics },
): Promise<void> {
  await createJobQueue(boss, job);
  if (job.schedule) await boss.schedule(job.name, job.schedule);
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: (job.pollingInMs ?? 2_000) / 1000,
    localConcurrency: job.concurrency ?? 1,
  } as const;
  await boss.work(job.name, options, async (batch) => {
    for (const { data, createdOn, startAfter, startedOn } of batch) {
      const dueAt = Math.max(createdOn.getTime(), startAfter.getTime());
      tools.metrics.jobWaitSeconds.observe(
        { job: job.name },
        Math.max(0, startedOn.getTime() - dueAt) / 1000,
      );
      await runJob(job, data, tools);
    }
  });
}

/** Two processes that install the queue's tables at once would break each other's transaction. */
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

/**
 * Scripts of several statements, which only PGlite itself can run, take their turn on its one connection:
 * nobody's transaction may be open on it meanwhile.
 */
function fromEmbedded(database: Database, pglite: PGlite): ReturnType<typeof fromKysely> {
  const single = fromKysely(database);
  const runScript = (text: string) =>
    database.connection().execute(async () => {
      try {
        return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) };
      } catch (error) {
        await pglite.exec("rollback");
        throw error;
      }
    });
  return {
    executeSql: (text, values) => (values?.length ? single.executeSql(text, values) : runScript(text)),
  };
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
