import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

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
    round: number;
    leaseInMs: number;
    sliceInMs: number;
  },
  asks: readonly LeaseAsk[],
): Promise<LeaseAnswer[]> {
  const { rows } = await sql<LeaseAnswer>`
    select server, places, is_contended, share, others_places, others_running, others_usual_in_ms, ahead from renew_engine_leases(
      ${given.processId}::uuid, ${given.instance ?? null}::text, ${given.round}::bigint, ${given.leaseInMs}::integer,
      ${given.sliceInMs}::integer, ${JSON.stringify(asks)}::text::jsonb
    )`.execute(database);
  return rows;
}
