import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { processSilenceInMs } from "../../platform/process-registry.ts";

export interface EngineCalls {
  engine: string;
  minute: Date;
  outcome: string;
  upToSeconds: number;
  calls: number;
}

export async function listEngineCalls(database: Database): Promise<EngineCalls[]> {
  const { rows } = await sql<EngineCalls>`
    select engine, minute, outcome, up_to_seconds as "upToSeconds", calls::int as calls from engine_calls
    where minute > now() - interval '1 hour' order by minute`.execute(database);
  return rows;
}

/** Lists the last error of every engine, and in how many live processes its circuit breaker is open. */
export async function listEngineTroubles(
  database: Database,
): Promise<{ engine: string; message: string | null; happenedAt: Date | null; pausedIn: number }[]> {
  const { rows } = await sql<{
    engine: string;
    message: string | null;
    happenedAt: Date | null;
    pausedIn: number;
  }>`
    select engine, f.message, f.happened_at as "happenedAt", coalesce(p.paused, 0)::int as "pausedIn"
    from engine_fault f
    full join (
      select engine, count(*) as paused from engine_pause join process using (process_id)
      where seen_at > now() - make_interval(secs => ${processSilenceInMs / 1000}) group by engine
    ) p using (engine)`.execute(database);
  return rows;
}

export async function listProcesses(
  database: Database,
): Promise<{ role: string; host: string; startedAt: Date; seenAt: Date; isAlive: boolean }[]> {
  const { rows } = await sql<{
    role: string;
    host: string;
    startedAt: Date;
    seenAt: Date;
    isAlive: boolean;
  }>`
    select role, host, started_at as "startedAt", seen_at as "seenAt",
      seen_at > now() - make_interval(secs => ${processSilenceInMs / 1000}) as "isAlive"
    from process order by "isAlive" desc, role, started_at limit 200`.execute(database);
  return rows;
}
