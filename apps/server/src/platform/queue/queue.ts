import { sql } from "kysely";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import { toArrayLiteral } from "../database/array-literal.ts";
import type { Database } from "../database/database.ts";
import { takeTurn } from "../database/exclusive-turn.ts";
import type { Subscription } from "../database/listen.ts";
import type { Logger } from "../logging.ts";
import { type Loop, startLoop } from "../loop.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { getTraceParent, linkTo, withSpan } from "../telemetry/spans.ts";
import { type Crew, startCrew } from "./crew.ts";
import {
  assertDistinctJobs,
  type Enqueue,
  type JobContext,
  type JobDefinition,
  type JobKind,
} from "./job.ts";
import { createQueueDatabase, type QueueConnections } from "./queue-database.ts";

export * from "./backfill.ts";
export * from "./job.ts";

/** Below the process's own deadline, so that jobs end in order before it. */
const stopTimeoutInMs = 20_000;

/**
 * The job of a process that died is silent for at most 12 s, is then found by a check every 8 s, and starts again after the
 * first retry pause of at most 2 s: within 30 s, even when a new worker must start first.
 */
const heartbeatInSeconds = 12;
const monitorEveryInSeconds = 8;

/** How late a job starts that waited for its time: retries and what was put off. New jobs are announced by NOTIFY. */
const lookForDueInMs = 1_000;

/** How often jobs that ended are deleted. */
const maintainEveryInSeconds = 600;

/** The queue as this process has opened it: it may enqueue, and after `work` it runs jobs. */
export interface Queue {
  enqueue: Enqueue;
  /** Makes the waiting job of a key due now; does nothing when there is none. */
  hasten: (transaction: Parameters<Enqueue>[0], jobName: string, key: string) => Promise<void>;
  /** Gives failed jobs one more attempt each, all of the queue without ids, and tells how many there were. */
  retryFailed(jobName: string, jobIds?: readonly string[]): Promise<number>;
  work(jobs: readonly JobDefinition[], tools: { logger: Logger; metrics: Metrics }): Promise<void>;
  /** Looks at once for jobs that are due. */
  lookNow(): void;
  stop(): Promise<void>;
}

/**
 * Opens the queue. The kinds are those that this process will enqueue: their queues are made ready here,
 * because inside a transaction it is too late for that. Only processes that work look after the queue.
 */
export async function openQueue(
  database: Database,
  kinds: readonly JobKind[],
  { isWorker, ...connections }: QueueSettings,
): Promise<Queue> {
  const { logger, pglite } = connections;
  const queueDatabase = createQueueDatabase(database, connections);
  const boss = new PgBoss({
    db: queueDatabase,
    schema: "pgboss",
    ...(pglite && { backend: "pglite" }),
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: true,
    superviseIntervalSeconds: monitorEveryInSeconds,
    monitorIntervalSeconds: monitorEveryInSeconds,
    maintenanceIntervalSeconds: maintainEveryInSeconds,
    // For jobs that wait for others, which there are none of.
    flowIntervalSeconds: 3_600,
  });
  boss.on("error", (error) => logger.error({ error }, "queue failed"));
  assertDistinctJobs(kinds);
  await (pglite || (await boss.isInstalled()) ? boss.start() : install(database, boss));
  if (pglite) await followMovedClock(database);
  const stopping = new AbortController();
  const crews = new Map<string, Crew>();
  let dueJobs: Loop | undefined;
  let subscription: Subscription | undefined;
  let stopped: Promise<void> | undefined;
  await prepareQueues(kinds);

  async function prepareQueues(wanted: readonly JobKind[]): Promise<void> {
    const known = await boss.getQueues(wanted.map(({ name }) => name));
    for (const kind of wanted) {
      const options = describeQueue(kind);
      const found = known.find(({ name }) => name === kind.name);
      const { isExclusive, hasOwnTable } = kind;
      if (!found)
        await boss.createQueue(kind.name, {
          ...options,
          ...(isExclusive && { policy: "exclusive" as const }),
          ...(hasOwnTable && { partition: true }),
        });
      else if (
        Object.entries(options).some(([option, value]) => found[option as keyof typeof found] !== value)
      )
        await boss.updateQueue(kind.name, options);
      // Makes this process remember the queue, so that enqueueing asks nothing on a second connection.
      await boss.insert(kind.name, []);
    }
  }

  function assertOpened(jobName: string): void {
    if (!kinds.some(({ name }) => name === jobName))
      throw new Error(`This process has not opened the queue ${jobName}.`);
  }

  /** One statement for all queues, instead of a poll for each of their workers. */
  async function wakeForDueJobs(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select q.name from unnest(${toArrayLiteral([...crews.keys()])}::text[]) as q (name)
      where exists (
        select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
      )`.execute(database);
    for (const { name } of rows) crews.get(name)?.wake();
  }

  async function startListening(): Promise<void> {
    dueJobs ??= startLoop(
      {
        intervalInMs: lookForDueInMs,
        onError: (error) => logger.warn({ error }, "due jobs not looked up, will retry"),
      },
      wakeForDueJobs,
    );
    subscription ??= await queueDatabase.subscribe((queueName) => {
      if (queueName === undefined) dueJobs?.wake();
      else crews.get(queueName)?.wake();
    });
  }

  async function stop(): Promise<void> {
    stopping.abort(new Error("the process is stopping"));
    await dueJobs?.stop();
    await subscription?.close();
    await boss.stop({ graceful: crews.size > 0, timeout: stopTimeoutInMs });
  }

  return {
    async enqueue(transaction, jobName, payloads, options = {}) {
      assertOpened(jobName);
      const { startAfterInSeconds, accountId, key, jobId } = options;
      const traceparent = getTraceParent();
      await boss.insert(
        jobName,
        payloads.map((data) => ({
          data: traceparent ? { ...data, traceparent } : data,
          ...(jobId !== undefined && { id: jobId }),
          ...(startAfterInSeconds !== undefined && { startAfter: startAfterInSeconds }),
          ...(accountId !== undefined && { group: { id: accountId } }),
          ...(key !== undefined && { singletonKey: key }),
        })),
        { db: fromKysely(transaction) },
      );
    },
    async hasten(transaction, jobName, key) {
      assertOpened(jobName);
      const db = fromKysely(transaction);
      await boss.update(jobName, undefined, { singletonKey: key, startAfter: 0, match: "all", db });
    },
    async retryFailed(jobName, jobIds) {
      const { rows } = await sql<{ id: string }>`
        select id from pgboss.job where state = 'failed' and name = ${jobName}`.execute(database);
      const ids = rows.map(({ id }) => id).filter((id) => jobIds?.includes(id) ?? true);
      if (ids.length > 0) await boss.retry(jobName, ids);
      crews.get(jobName)?.wake();
      return ids.length;
    },
    async work(jobs, tools) {
      assertDistinctJobs(jobs);
      await prepareQueues(jobs);
      for (const job of jobs) {
        if (job.schedule) await boss.schedule(job.name, job.schedule);
        const handle = (fetched: JobWithMetadata<object>) =>
          runJob(boss, job, fetched, { ...tools, stopping: stopping.signal });
        crews.set(job.name, await startCrew(boss, job, handle));
      }
      await startListening();
    },
    lookNow: () => dueJobs?.wake(),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** What a queue is opened with. */
export interface QueueSettings extends QueueConnections {
  isWorker: boolean;
}

function describeQueue(kind: JobKind) {
  return {
    retryLimit: kind.retryLimit,
    retryBackoff: true,
    heartbeatSeconds: heartbeatInSeconds,
    notify: true,
    ...(kind.maxRetryDelayInSeconds !== undefined && { retryDelayMax: kind.maxRetryDelayInSeconds }),
    ...(kind.forgottenAfterInSeconds !== undefined && { deleteAfterSeconds: kind.forgottenAfterInSeconds }),
  };
}

/** pg-boss reads pg_catalog.now(). On PGlite it must read the clock that the sandbox moves (`embedded-database.ts`). */
async function followMovedClock(database: Database): Promise<void> {
  await sql`
    create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select now()'`.execute(
    database,
  );
}

/** pg-boss locks its tables while it upgrades them, but two processes that create its schema at once break each other. */
async function install(database: Database, boss: PgBoss): Promise<void> {
  await takeTurn(database, sql`hashtext('mintwright.queue')`, { work: () => boss.start(), onWait() {} });
}

async function runJob(
  boss: PgBoss,
  job: JobDefinition,
  fetched: JobWithMetadata<object>,
  { logger, metrics, stopping }: { logger: Logger; metrics: Metrics; stopping: AbortSignal },
): Promise<void> {
  const { id: jobId, retryCount, createdOn, startAfter, startedOn } = fetched;
  // The span that enqueued the job, written beside its payload.
  const { traceparent, ...payload } = (fetched.data ?? {}) as { traceparent?: string };
  const dueAt = Math.max(createdOn.getTime(), startAfter.getTime());
  metrics.jobWaitSeconds.observe({ job: job.name }, Math.max(0, startedOn.getTime() - dueAt) / 1000);
  const context: JobContext = {
    jobId,
    attempt: retryCount + 1,
    signal: AbortSignal.any([stopping, fetched.signal]),
    async confirmClaim(transaction) {
      const { rows } = await sql`
        select from pgboss.job where name = ${job.name} and id = ${jobId}::uuid and state = 'active'
          and retry_count = ${retryCount} for share`.execute(transaction);
      return rows.length > 0;
    },
    async finish(transaction) {
      const db = fromKysely(transaction);
      const deleted = await boss.deleteJob(job.name, { id: jobId, retryCount }, { db });
      return (deleted as { affected: number }).affected > 0;
    },
  };
  const endTimer = metrics.jobSeconds.startTimer({ job: job.name });
  try {
    await withSpan(
      `job ${job.name}`,
      { "mintwright.job_id": jobId, "mintwright.attempt": context.attempt },
      () => job.handle(job.payload.parse(payload), context),
      linkTo(traceparent),
    );
    endTimer({ outcome: "done" });
  } catch (error) {
    endTimer({ outcome: "failed" });
    if (stopping.aborted) logger.info({ error, job: job.name, jobId }, "job stopped, will restart");
    else logger.error({ error, job: job.name, jobId, attempt: context.attempt }, "job failed");
    throw error;
  }
}
