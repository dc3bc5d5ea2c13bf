import { sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import type { ProcessMark } from "./process-mark.ts";

export interface LeaseAsk {
  server: string;
  place_limit: number;
  /** Places that the process still uses; it has stopped using the others. */
  keep: number;
  running: number;
  wanted: number;
  /** More places that it takes when no other process wants them. */
  spare: number;
  longest_call_in_ms: number;
  /** Usual time until an answer; null until there was one. */
  usual_in_ms: number | null;
}

export interface LeaseAnswer {
  server: string;
  places: number;
  is_contended: boolean;
  share: number;
  others_places: number;
  others_running: number;
  others_usual_in_ms: number | null;
  ahead: number;
}

/** Renews the leases of one process in one statement. A server is missing in the answer when a newer round was written. */
export async function renewLeases(
  database: Database,
  given: {
    processId: string;
    instance: string | undefined;
    mark: ProcessMark | undefined;
    round: number;
    leaseInMs: number;
    sliceInMs: number;
  },
  asks: readonly LeaseAsk[],
): Promise<LeaseAnswer[]> {
  const { rows } = await sql<LeaseAnswer>`
    select server, places, is_contended, share, others_places, others_running, others_usual_in_ms, ahead from renew_engine_leases(
      ${given.processId}::uuid, ${given.instance ?? null}::text, ${given.mark?.machine ?? null}::text,
      ${given.mark?.pid ?? null}::integer, ${given.mark?.startedAt ?? null}::text, ${given.round}::bigint, ${given.leaseInMs}::integer,
      ${given.sliceInMs}::integer, ${JSON.stringify(asks)}::text::jsonb
    )`.execute(database);
  return rows;
}

/** Lists the other processes with leases on this machine. */
export async function listNeighbours(
  database: Database,
  processId: string,
  machine: string,
): Promise<{ processId: string; pid: number; startedAt: string }[]> {
  const { rows } = await sql<{ processId: string; pid: number; startedAt: string }>`
    select distinct process_id as "processId", pid, pid_started_at as "startedAt" from engine_lease
    where machine = ${machine} and process_id <> ${processId}::uuid`.execute(database);
  return rows;
}

export async function deleteLeases(database: Database, processIds: readonly string[]): Promise<void> {
  await sql`delete from engine_lease where process_id = any(${toArrayLiteral(processIds)}::text::uuid[])`.execute(
    database,
  );
}
