import { randomUUID } from "node:crypto";
import type { DashboardSession, SignIn } from "@mintwright/api-contract/dashboard";
import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";

/** Finds a user's account: the oldest membership. */
export function findMembership(database: Database, userId: string) {
  return database
    .selectFrom("membership")
    .select(["account_id", "role"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("account_id")
    .executeTakeFirst();
}

export async function getUser(
  database: Database,
  accountId: string,
  userId: string,
): Promise<DashboardSession["user"]> {
  const { rows } = await sql<{ name: string; email: string; wallets: string[]; has_password: boolean }>`
    select u.name, u.email,
      array(select distinct w.address from user_wallet w where w.user_id = u.id) as wallets,
      exists (select 1 from user_login l where l.user_id = u.id and l.password is not null) as has_password
    from app_user u join membership m on m.user_id = u.id
    where u.id = ${userId} and m.account_id = ${accountId}`.execute(database);
  const [row] = rows;
  if (!row) throw new Error("the session's user does not exist");
  // Users who sign in with a wallet have a placeholder email.
  const email = row.has_password ? row.email : null;
  return { id: userId, name: row.name, email, wallets: row.wallets, hasPassword: row.has_password };
}

export async function listSignIns(
  database: Database,
  userId: string,
  currentSessionId: string,
): Promise<SignIn[]> {
  const rows = await database
    .selectFrom("user_session")
    .select(["id", "address", "user_agent", "created_at", "updated_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("updated_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    address: row.address || null,
    userAgent: row.user_agent || null,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.updated_at.toISOString(),
    isCurrent: row.id === currentSessionId,
  }));
}

export async function endSignIn(database: Database, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("user_session")
    .where("user_id", "=", userId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function endOtherSignIns(database: Database, userId: string, sessionId: string): Promise<void> {
  await database
    .deleteFrom("user_session")
    .where("user_id", "=", userId)
    .where("id", "<>", sessionId)
    .execute();
}

export async function deleteExpiredSignIns(database: Database, round: CleanUpRound): Promise<void> {
  for (const table of ["user_session", "user_verification"])
    await deleteInBatches(database, round, { table, ageColumn: "expires_at", before: sql`now()` });
}

/** Records that a confirmation email was sent: the user is not deleted while its link is valid. */
export async function noteConfirmationSent(database: Database, userId: string): Promise<void> {
  await sql`update app_user set updated_at = now() where id = ${userId}`.execute(database);
}

/**
 * Confirms a user's email and sets the password; false when it is already confirmed. Replaces an earlier password and
 * ends all sessions: the person who signed up need not be the one who receives the email.
 */
export async function confirmUser(
  database: Database,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      update app_user set email_verified = true, updated_at = now()
      where id = ${userId} and not email_verified`.execute(transaction);
    if (!numAffectedRows) return false;
    await sql`delete from user_login where user_id = ${userId}`.execute(transaction);
    await sql`
      insert into user_login (id, user_id, provider, provider_user, password)
      values (${randomUUID()}, ${userId}, 'credential', ${userId}, ${passwordHash})`.execute(transaction);
    await sql`delete from user_session where user_id = ${userId}`.execute(transaction);
    return true;
  });
}

/** Deletes users who did not confirm their email within this many days after the last confirmation email. */
export async function deleteUnconfirmedUsers(
  database: Database,
  round: CleanUpRound,
  days: number,
): Promise<void> {
  await deleteInBatches(database, round, {
    table: "app_user",
    ageColumn: "updated_at",
    before: sql`now() - make_interval(days => ${days}::integer)`,
    and: sql`not email_verified`,
  });
}

/** Deletes an account with all its data; false while work for it is in progress. */
export async function deleteAccount(database: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ deleted: boolean }>`
    select delete_account(${accountId}::uuid) as deleted`.execute(database);
  return rows[0]?.deleted ?? false;
}
