import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The jobs of one queue, by state. */
export interface Backlog {
  queue: string;
  /** Due and not begun. */
  waiting: number;
  /** Running. */
  active: number;
  /** Not due yet: retries and jobs that are planned for a time. */
  later: number;
  failed: number;
  /** How long the one that waits longest has been due. */
  oldestInSeconds: number;
}

/** A job that failed as often as it may. */
export interface FailedJob {
  jobId: string;
  queue: string;
  payload: unknown;
  error: string;
  attempts: number;
  createdAt: Date;
  failedAt: Date;
}

/** Measures every queue of jobs. */
export async function measureQueues(database: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select q.name as queue,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as waiting,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after > now())::int as later,
      count(*) filter (where j.state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(greatest(j.created_on, j.start_after))
        filter (where j.state in ('created', 'retry') and j.start_after <= now())), 0)::float8 as "oldestInSeconds"
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where q.name not like '\\_\\_pgboss%'
    group by q.name order by q.name`.execute(database);
  return rows;
}

/** Lists jobs that failed, the latest first. */
export async function listFailedJobs(
  database: Database,
  { queue, limit }: { queue?: string | undefined; limit: number },
): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id as "jobId", name as queue, data - 'traceparent' as payload,
      coalesce(output ->> 'message', output #>> '{}', '') as error, retry_count + 1 as attempts,
      created_on as "createdAt", coalesce(completed_on, created_on) as "failedAt"
    from pgboss.job
    where state = 'failed' and name not like '\\_\\_pgboss%' and (${queue ?? null}::text is null or name = ${queue ?? null}::text)
    order by completed_on desc nulls last limit ${limit}`.execute(database);
  return rows;
}
