import { hash } from "node:crypto";
import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import { TooManyAttemptsError } from "./limits.errors.ts";

export interface AttemptLimit {
  /** What is counted, for example an email together with an IP address; stored as a hash. */
  subject: string;
  attempts: number;
  windowInSeconds: number;
}

const hashSubject = (subject: string) => hash("sha256", subject, "buffer");

/** Counts an attempt. Returns the attempts in the current window and the seconds until it ends. */
export async function countAttempt(
  database: Database,
  subject: string,
  windowInSeconds: number,
): Promise<{ attempts: number; secondsLeft: number }> {
  const { rows } = await sql<{ attempts: number; seconds_left: number }>`
    insert into attempt_window as w (subject, attempts, ends_at)
    values (${hashSubject(subject)}, 1, now() + make_interval(secs => ${windowInSeconds}::integer))
    on conflict (subject) do update set
      attempts = case when w.ends_at <= now() then 1 else w.attempts + 1 end,
      ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
    returning attempts, ceil(extract(epoch from ends_at - now()))::integer as seconds_left`.execute(database);
  const [row] = rows;
  return { attempts: row?.attempts ?? 1, secondsLeft: Math.max(1, row?.seconds_left ?? 1) };
}

/**
 * Counts an attempt against each limit before it is made. Throws when one is exceeded. Refused attempts do not extend the
 * window, so nobody can lock others out.
 */
export async function takeAttempts(database: Database, limits: readonly AttemptLimit[]): Promise<void> {
  for (const limit of limits) {
    const { attempts, secondsLeft } = await countAttempt(database, limit.subject, limit.windowInSeconds);
    if (attempts > limit.attempts) throw new TooManyAttemptsError(secondsLeft);
  }
}

export async function deleteAttempts(database: Database, subject: string): Promise<void> {
  await database.deleteFrom("attempt_window").where("subject", "=", hashSubject(subject)).execute();
}

export async function deleteOldAttempts(database: Database, round: CleanUpRound): Promise<void> {
  await deleteInBatches(database, round, {
    table: "attempt_window",
    ageColumn: "ends_at",
    before: sql`now()`,
  });
}
