import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { JobDefinition } from "./job.ts";

/** pg-boss fetches for itself this rarely: the wake signal and the check for due jobs come long before. */
const fetchAtLeastEveryInSeconds = 600;

/** The pg-boss workers of one queue in this process. */
export interface Crew {
  /** Lets one idle worker look for a job. */
  wake(): void;
}

interface CrewWorker {
  /** Undefined until pg-boss has started it. */
  id?: string;
  isBusy: boolean;
  /** Woken before it had an id: its first fetch may have been too early for the new job. */
  isWoken: boolean;
}

/**
 * Works on a queue with as many pg-boss workers as there are jobs, up to the job's concurrency. pg-boss would wake all of
 * them for every new job, and each would wait for its next poll after a job. Here a wake-up reaches one worker; each job that
 * starts wakes the next one, and a worker that has finished a job looks for another at once. Because they fetch one after
 * the other, an account's share is counted right.
 */
export async function startCrew(
  boss: PgBoss,
  job: JobDefinition,
  handle: (fetched: JobWithMetadata<object>) => Promise<void>,
): Promise<Crew> {
  const { name, concurrency = 1, concurrencyPerAccount } = job;
  const workers: CrewWorker[] = [];

  async function addWorker(): Promise<void> {
    const worker: CrewWorker = { isBusy: false, isWoken: false };
    workers.push(worker);
    worker.id = await boss.work<object>(
      name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: fetchAtLeastEveryInSeconds,
        notifyPollingIntervalSeconds: fetchAtLeastEveryInSeconds,
        ...(concurrencyPerAccount !== undefined && { groupConcurrency: concurrencyPerAccount }),
      },
      async ([fetched]) => {
        worker.isBusy = true;
        wake();
        try {
          if (fetched) await handle(fetched as JobWithMetadata<object>);
        } finally {
          worker.isBusy = false;
          if (worker.id) boss.notifyWorker(worker.id);
        }
      },
    );
    if (worker.isWoken) boss.notifyWorker(worker.id);
  }

  function wake(): void {
    const idle = workers.find(({ isBusy }) => !isBusy);
    // Rejected when the queue is stopping.
    if (!idle && workers.length < concurrency) addWorker().catch(() => {});
    else if (idle?.id) boss.notifyWorker(idle.id);
    else if (idle) idle.isWoken = true;
  }

  await addWorker();
  return { wake };
}
