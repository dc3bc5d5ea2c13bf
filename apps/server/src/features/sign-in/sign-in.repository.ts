import { randomUUID } from "node:crypto";
import type { DashboardSession, SignIn } from "@mintwright/api-contract/dashboard";
import type { MemberRole } from "@mintwright/api-contract/dashboard-permissions";
import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";

interface Membership {
  accountId: string;
  role: MemberRole;
  isOperator: boolean;
}

/** Finds the organisation that a session uses: the chosen one, or the oldest when the user has not chosen or has left it. */
export async function findMembership(
  database: Database,
  userId: string,
  chosenAccountId: string | null,
): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select m.account_id as "accountId", m.role, u.is_operator as "isOperator"
    from member m join app_user u on u.id = m.user_id
    where m.user_id = ${userId}
    order by m.account_id is not distinct from ${chosenAccountId}::uuid desc, m.created_at, m.account_id limit 1`.execute(
    database,
  );
  return rows[0];
}

/** Gives a user who is in no organisation a new one. */
export async function openAccount(database: Database, userId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select from app_user where id = ${userId} for update`.execute(transaction);
    await sql`
      select open_account(u.id) from app_user u
      where u.id = ${userId} and u.email_verified and not exists (select from member m where m.user_id = u.id)`.execute(
      transaction,
    );
  });
}

export async function getOrganisationName(database: Database, accountId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organisation where id = ${accountId}`.execute(database);
  return rows[0]?.name ?? "";
}

export async function getUser(
  database: Database,
  accountId: string,
  userId: string,
): Promise<DashboardSession["user"]> {
  const { rows } = await sql<{
    name: string;
    email: string;
    wallets: string[];
    has_password: boolean;
    has_two_factor: boolean;
    is_operator: boolean;
  }>`
    select u.name, u.email, u.two_factor_enabled as has_two_factor, u.is_operator,
      array(select distinct w.address from user_wallet w where w.user_id = u.id) as wallets,
      exists (select 1 from user_login l where l.user_id = u.id and l.password is not null) as has_password
    from app_user u join member m on m.user_id = u.id
    where u.id = ${userId} and m.account_id = ${accountId}`.execute(database);
  const [row] = rows;
  if (!row) throw new Error("the session's user does not exist");
  return {
    id: userId,
    name: row.name,
    // Users who sign in with a wallet have a placeholder email.
    email: isPlaceholderEmail(row.email) ? null : row.email,
    wallets: row.wallets,
    hasPassword: row.has_password,
    hasTwoFactor: row.has_two_factor,
    isOperator: row.is_operator,
  };
}

export async function getUserEmail(database: Database, userId: string): Promise<string> {
  const { email } = await database
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Lists the confirmed emails of the people who may pay for the account. A wallet's placeholder is not one. */
export async function listAccountEmails(database: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from membership m join app_user u on u.id = m.user_id
    where m.account_id = ${accountId} and u.email_verified and m.role in ('owner', 'admin', 'billing', 'operator')
      and u.email !~* '[@.]invalid\\.?$'
    order by u.email`.execute(database);
  return rows.map(({ email }) => email);
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

/** Deletes the random password of a sign-up whose email was not confirmed. */
export async function deleteUnconfirmedPassword(database: Database, userId: string): Promise<void> {
  await sql`
    delete from user_login l using app_user u
    where l.user_id = ${userId} and l.provider = 'credential' and u.id = l.user_id and not u.email_verified`.execute(
    database,
  );
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
