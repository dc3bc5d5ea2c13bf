import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { RotatingKeys } from "./dashboard-keys.ts";

/**
 * Records the secrets in use and deletes the sessions and links of a retired one, so that restoring the old secret does
 * not make them valid again. A process retires only secrets older than its own: one that restarts with the old secret
 * during a rollout does not sign out users of the new one.
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
