import type {
  Member,
  Organisation,
  ReceivedInvitation,
  SentInvitation,
} from "@mintwright/api-contract/dashboard";
import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import { lockAccount } from "../credits/index.ts";

type Row<Shape, Moments extends keyof Shape> = Omit<Shape, Moments> & Record<Moments, Date>;

// Users who sign in with a wallet have a placeholder email.
const shownUser = sql`case when u.email like '%.invalid' then u.name else u.email end`;

export async function listOrganisations(
  database: Database,
  userId: string,
): Promise<Omit<Organisation, "isActive">[]> {
  const { rows } = await sql<Omit<Organisation, "isActive">>`
    select o.id, o.name, m.role from member m join organisation o on o.id = m.account_id
    where m.user_id = ${userId} order by m.created_at, m.account_id`.execute(database);
  return rows;
}

/** Lists the invitations to a user's confirmed email that are open. */
export async function listReceivedInvitations(
  database: Database,
  userId: string,
): Promise<ReceivedInvitation[]> {
  const { rows } = await sql<Row<ReceivedInvitation, "expiresAt">>`
    select i.id, o.name as organisation, i.role, ${shownUser} as "invitedBy", i.expires_at as "expiresAt"
    from app_user me join invitation i on lower(i.email) = lower(me.email)
    join organisation o on o.id = i.account_id join app_user u on u.id = i.inviter_id
    where me.id = ${userId} and me.email_verified and i.status = 'pending' and i.expires_at > now()
    order by i.created_at desc`.execute(database);
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}

export async function listMembers(database: Database, accountId: string, userId: string): Promise<Member[]> {
  const { rows } = await sql<Row<Member, "joinedAt"> & { lastSeenAt: Date | null }>`
    select m.id, u.name, case when u.email not like '%.invalid' then u.email end as email, m.role,
      m.created_at as "joinedAt", m.user_id = ${userId} as "isYou",
      (select max(s.updated_at) from user_session s where s.user_id = u.id) as "lastSeenAt"
    from member m join app_user u on u.id = m.user_id
    where m.account_id = ${accountId} order by m.role <> 'owner', m.created_at, m.user_id`.execute(database);
  return rows.map((row) => ({
    ...row,
    joinedAt: row.joinedAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }));
}

export async function listSentInvitations(database: Database, accountId: string): Promise<SentInvitation[]> {
  const { rows } = await sql<Row<SentInvitation, "createdAt" | "expiresAt">>`
    select i.id, i.email, i.role, ${shownUser} as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
    from invitation i join app_user u on u.id = i.inviter_id
    where i.account_id = ${accountId} and i.status = 'pending' and i.expires_at > now()
    order by i.created_at desc`.execute(database);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

interface FoundMember {
  userId: string;
  role: string;
  /** The email, or the name of a user without one. */
  shownName: string;
}

export async function findMember(
  database: Database,
  accountId: string,
  memberId: string,
): Promise<FoundMember | undefined> {
  const { rows } = await sql<FoundMember>`
    select m.user_id as "userId", m.role, ${shownUser} as "shownName"
    from member m join app_user u on u.id = m.user_id
    where m.account_id = ${accountId} and m.id = ${memberId}`.execute(database);
  return rows[0];
}

/** Finds the recipient of an open invitation of the account. */
export async function findInvitedEmail(
  database: Database,
  accountId: string,
  invitationId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom("invitation")
    .select("email")
    .where("account_id", "=", accountId)
    .where("id", "=", invitationId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return row?.email;
}

/** Makes another member the owner, and the owner an admin. Returns false when either is not what it was. */
export function transferOwnership(
  database: Database,
  accountId: string,
  { fromUserId, toUserId }: { fromUserId: string; toUserId: string },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const change = async (userId: string, role: "owner" | "admin", isOwner: boolean) => {
      const { numUpdatedRows } = await transaction
        .updateTable("member")
        .set({ role })
        .where("account_id", "=", accountId)
        .where("user_id", "=", userId)
        .where("role", isOwner ? "=" : "<>", "owner")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    };
    if (!(await change(fromUserId, "admin", true))) return false;
    if (!(await change(toUserId, "owner", false))) throw new Error("the new owner is no member any more");
    return true;
  });
}

export async function deleteOldInvitations(database: Database, round: CleanUpRound): Promise<void> {
  const before = sql`now() - interval '30 days'`;
  await deleteInBatches(database, round, { table: "invitation", ageColumn: "expires_at", before });
}
