import { type OperatorEngine, operatorRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { listFailedJobs } from "../../platform/queue/queue-inspection.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { countArticlesOfLastDay, listFeeds } from "../news/index.ts";
import { sumUpCalls } from "./engine-figures.ts";
import { listEngineCalls, listEngineTroubles, listProcesses } from "./engines.repository.ts";
import { cutSecrets, summarisePayload } from "./job-summary.ts";
import { measureQueueLengths } from "./queue-lengths.ts";
import { listQueueMinutes } from "./queue-minutes.repository.ts";

const failedJobsShown = 100;
const healthTimeoutInMs = 5_000;

export interface KnownEngine extends Pick<OperatorEngine, "name" | "kind" | "type" | "models" | "isBuiltIn"> {
  checkHealth(signal: AbortSignal): Promise<void>;
}

export interface OperationsParts {
  database: Database;
  queue: Queue;
  engines: readonly KnownEngine[];
}

export function registerOperatorOperationsRoutes(
  serve: ServeDashboard,
  { database, queue, engines }: OperationsParts,
): void {
  serve(operatorRoutes.listEngines, async () => {
    const calls = Map.groupBy(await listEngineCalls(database), ({ engine }) => engine);
    const troubles = await listEngineTroubles(database);
    return {
      engines: engines.map(({ checkHealth: _, ...engine }) => {
        const trouble = troubles.find((one) => one.engine === engine.name);
        return {
          ...engine,
          ...sumUpCalls(calls.get(engine.name) ?? []),
          pausedIn: trouble?.pausedIn ?? 0,
          lastFault:
            trouble?.message && trouble.happenedAt
              ? { message: cutSecrets(trouble.message), happenedAt: trouble.happenedAt.toISOString() }
              : null,
        };
      }),
    };
  });

  serve(operatorRoutes.checkEngines, async () => ({
    checkedAt: new Date().toISOString(),
    engines: await Promise.all(engines.map(askHealth)),
  }));

  serve(operatorRoutes.listQueues, async () => {
    const minutes = Map.groupBy(await listQueueMinutes(database), (row) => row.queue);
    const lengths = await measureQueueLengths(database);
    const processes = await listProcesses(database);
    return {
      queues: lengths.map((length) => ({
        ...length,
        minutes: (minutes.get(length.queue) ?? []).map((row) => ({
          minute: row.minute.toISOString(),
          waiting: Number(row.waiting),
          oldestInSeconds: row.oldest_in_s,
        })),
      })),
      processes: processes.map((process) => ({
        ...process,
        startedAt: process.startedAt.toISOString(),
        seenAt: process.seenAt.toISOString(),
      })),
    };
  });

  serve(operatorRoutes.listFeeds, async () => {
    const articles = await countArticlesOfLastDay(database);
    return {
      feeds: (await listFeeds(database)).map((feed) => ({
        name: feed.name,
        url: cutSecrets(feed.url),
        isEnabled: feed.isEnabled,
        lastFetchedAt: feed.lastFetchedAt?.toISOString() ?? null,
        lastSuccessAt: feed.lastSuccessAt?.toISOString() ?? null,
        lastOutcome: feed.lastOutcome,
        lastError: feed.lastError && cutSecrets(feed.lastError),
        failures: feed.failures,
        nextFetchAt: feed.dueAt.toISOString(),
        articlesInLastDay: articles.get(feed.feedId) ?? 0,
      })),
    };
  });

  serve(operatorRoutes.listFailedJobs, async ({ input: { query } }) => {
    const jobs = await listFailedJobs(database, { queue: query.queue, limit: failedJobsShown });
    return {
      jobs: jobs.map((job) => ({
        id: job.jobId,
        queue: job.queue,
        summary: summarisePayload(job.payload),
        error: cutSecrets(job.error).slice(0, 1_000),
        attempts: job.attempts,
        createdAt: job.createdAt.toISOString(),
        failedAt: job.failedAt.toISOString(),
      })),
    };
  });

  serve(operatorRoutes.retryFailedJobs, async ({ input: { body } }) => {
    const retried = await queue.retryFailed(body.queue, body.jobId ? [body.jobId] : undefined);
    if (retried === 0)
      throw new AppError("not_found", "This failed job does not exist. It may have been retried already.");
    return { retried };
  });
}

async function askHealth({ name, isBuiltIn, checkHealth }: KnownEngine) {
  try {
    await checkHealth(AbortSignal.timeout(healthTimeoutInMs));
    return { name, isHealthy: true, message: isBuiltIn ? "built in" : "answers" };
  } catch (error) {
    return { name, isHealthy: false, message: cutSecrets((error as Error).message || "no answer") };
  }
}
