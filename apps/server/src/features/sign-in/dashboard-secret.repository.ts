import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { RotatingKeys } from "./dashboard-keys.ts";

/**
 * Notes which secrets are in use, and deletes the sessions and links that follow from one that no longer is: also
 * putting the old secret back does not make them valid again.
 *
 * A process retires only secrets that are older than its own: one that restarts with the old secret in the middle of a
 * rollout does not sign out who signed in with the new one.
 */
export async function adoptDashboardSecret(
  database: Database,
  { current, previous }: RotatingKeys,
): Promise<void> {
  const given = [current.fingerprint, previous?.fingerprint ?? current.fingerprint];
  const adoptedAt = sql<Date>`(
    select first_used_at from dashboard_secret where fingerprint = ${current.fingerprint})`;
  await database.transaction().execute(async (transaction) => {
    await sql`
      insert into dashboard_secret (fingerprint) values (${current.fingerprint})
      on conflict do nothing`.execute(transaction);
    const retired = await transaction
      .deleteFrom("dashboard_secret")
      .where("fingerprint", "not in", given)
      .where("first_used_at", "<", adoptedAt)
      .returning("fingerprint")
      .execute();
    if (retired.length === 0) return;
    for (const table of ["user_session", "user_verification"] as const)
      await transaction.deleteFrom(table).where("created_at", "<", adoptedAt).execute();
  });
}
