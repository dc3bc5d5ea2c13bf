import type { TestDatabase } from "@mintwright/test-harness";
import { expect, vi } from "vitest";

/** A job that was running when its worker was killed. */
export interface KilledJob {
  id: string;
  name: string;
  attempt: number;
}

/** Lists the running jobs of some queues. */
export function listRunningJobs(database: TestDatabase, queues: readonly string[]): Promise<KilledJob[]> {
  return database.query<KilledJob>(
    `select id, name, retry_count as attempt from pgboss.job where state = 'active' and name = any($1) order by name, id`,
    [queues],
  );
}

/** Waits until every job has started again, or ended after it did, and returns how long the slowest of each queue took. */
export async function measureRestarts(
  database: TestDatabase,
  jobs: readonly KilledJob[],
  killedAt: number,
): Promise<Map<string, number>> {
  const secondsByQueue = new Map<string, number>();
  let waiting = [...jobs];
  await vi.waitFor(
    async () => {
      const rows = await database.query<KilledJob>(
        `select id, name, retry_count as attempt from pgboss.job
         where id = any($1) and not (state = 'completed')`,
        [waiting.map(({ id }) => id)],
      );
      const attempts = new Map(rows.map(({ id, attempt }) => [id, attempt]));
      const isRestarted = ({ id, attempt }: KilledJob) => (attempts.get(id) ?? attempt + 1) > attempt;
      const seconds = (performance.now() - killedAt) / 1000;
      for (const { name } of waiting.filter(isRestarted)) secondsByQueue.set(name, seconds);
      waiting = waiting.filter((job) => !isRestarted(job));
      expect(waiting).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
  return secondsByQueue;
}
