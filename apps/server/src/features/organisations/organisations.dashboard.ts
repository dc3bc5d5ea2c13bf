import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { isAllowed } from "@mintwright/api-contract/dashboard-permissions";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { createPageCursor } from "../../platform/page-cursor.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { takeAttempts } from "../limits/index.ts";
import { listAuditEntries } from "./audit-log.repository.ts";
import type { AuditLog } from "./audit-log.ts";
import type { OrganisationLibrary } from "./organisation-library.ts";
import {
  findInvitedEmail,
  findMember,
  listMembers,
  listOrganisations,
  listReceivedInvitations,
  listSentInvitations,
  transferOwnership,
} from "./organisations.repository.ts";

const done = { done: true as const };
const day = 86_400;
const entryCursor = createPageCursor(z.int().positive());

/** Serves a user's organisations, and the members, invitations and audit log of the one that the session uses. */
export function registerOrganisationsDashboard(
  serve: ServeDashboard,
  { database, library, audit }: { database: Database; library: OrganisationLibrary; audit: AuditLog },
): void {
  serve(dashboardRoutes.listOrganisations, async ({ caller: { userId, accountId } }) => {
    const organisations = await listOrganisations(database, userId);
    return {
      organisations: organisations.map((each) => ({ ...each, isActive: each.id === accountId })),
      invitations: await listReceivedInvitations(database, userId),
    };
  });

  serve(dashboardRoutes.createOrganisation, async ({ caller, input, header, address }) => {
    const subject = `organisation ${caller.userId}`;
    await takeAttempts(database, [{ subject, attempts: 10, windowInSeconds: day }]);
    const id = await library.create(header("cookie"), input.body.name);
    await audit.record(caller, id, "organisation.created", address);
    return { id };
  });

  serve(dashboardRoutes.switchOrganisation, async ({ caller, input, header }) => {
    const organisations = await listOrganisations(database, caller.userId);
    if (!organisations.some(({ id }) => id === input.params.organisationId.toLowerCase()))
      throw new AppError("not_found", "You are not a member of this organisation.");
    await library.activate(header("cookie"), input.params.organisationId);
    return done;
  });

  serve(dashboardRoutes.renameOrganisation, async ({ caller: { accountId }, input, header }) => {
    await library.rename(header("cookie"), accountId, input.body.name);
    return done;
  });

  serve(dashboardRoutes.listMembers, async ({ caller: { accountId, userId, role } }) => ({
    members: await listMembers(database, accountId, userId),
    invitations: isAllowed(role, "manageMembers") ? await listSentInvitations(database, accountId) : [],
  }));

  serve(dashboardRoutes.inviteMember, async ({ caller: { accountId }, input, header }) => {
    const { email, role } = input.body;
    await takeAttempts(database, [
      { subject: `invitations ${accountId}`, attempts: 100, windowInSeconds: day },
      { subject: `invitations to ${email.toLowerCase()}`, attempts: 10, windowInSeconds: day },
    ]);
    await library.invite(header("cookie"), accountId, { email, role });
    return done;
  });

  serve(dashboardRoutes.cancelInvitation, async ({ caller, input, header, auditDetails }) => {
    const { invitationId } = input.params;
    const email = await findInvitedEmail(database, caller.accountId, invitationId);
    if (!email)
      throw new AppError("not_found", "This invitation is no longer open. It may have been accepted.");
    auditDetails.email = email;
    await library.cancelInvitation(header("cookie"), invitationId);
    return done;
  });

  serve(dashboardRoutes.acceptInvitation, async ({ caller, input, header, address }) => {
    await assertInvited(caller.userId, input.params.invitationId);
    const joinedId = await library.acceptInvitation(header("cookie"), input.params.invitationId);
    await audit.record(caller, joinedId, "member.joined", address);
    return done;
  });

  serve(dashboardRoutes.rejectInvitation, async ({ caller, input, header }) => {
    await assertInvited(caller.userId, input.params.invitationId);
    await library.rejectInvitation(header("cookie"), input.params.invitationId);
    return done;
  });

  serve(dashboardRoutes.changeMemberRole, async ({ caller: { accountId }, input, header, auditDetails }) => {
    const { memberId } = input.params;
    const member = await getMember(accountId, memberId);
    if (member.role === "owner")
      throw new AppError("forbidden", "The owner's role cannot be changed. Transfer the ownership instead.");
    auditDetails.member = member.shownName;
    auditDetails.previousRole = member.role;
    await library.changeRole(header("cookie"), accountId, memberId, input.body.role);
    return done;
  });

  serve(dashboardRoutes.removeMember, async ({ caller: { accountId }, input, header, auditDetails }) => {
    const { memberId } = input.params;
    auditDetails.member = (await getMember(accountId, memberId)).shownName;
    await library.removeMember(header("cookie"), accountId, memberId);
    return done;
  });

  serve(dashboardRoutes.leaveOrganisation, async ({ caller: { accountId }, header }) => {
    await library.leave(header("cookie"), accountId);
    return done;
  });

  serve(dashboardRoutes.transferOwnership, async ({ caller, input, auditDetails }) => {
    const { accountId, userId } = caller;
    const member = await getMember(accountId, input.params.memberId);
    if (member.userId === userId) throw new AppError("invalid_request", "You already own this organisation.");
    auditDetails.member = member.shownName;
    if (!(await transferOwnership(database, accountId, { fromUserId: userId, toUserId: member.userId })))
      throw new AppError("forbidden", "Only the owner can transfer the ownership.");
    return done;
  });

  serve(dashboardRoutes.listAuditLog, async ({ caller: { accountId }, input }) => {
    const { limit, cursor } = input.query;
    const before = cursor ? entryCursor.decode(cursor) : undefined;
    const rows = await listAuditEntries(database, accountId, { limit: limit + 1, before });
    const entries = rows.slice(0, limit);
    const last = rows.length > limit ? entries.at(-1) : undefined;
    return { entries, nextCursor: last ? entryCursor.encode(Number(last.id)) : null };
  });

  async function assertInvited(userId: string, invitationId: string): Promise<void> {
    const invitations = await listReceivedInvitations(database, userId);
    if (invitations.some(({ id }) => id === invitationId)) return;
    throw new AppError(
      "not_found",
      "This invitation is no longer open, or it is for another email address. Sign in with the address that received it, or ask for a new one.",
    );
  }

  async function getMember(accountId: string, memberId: string) {
    const member = await findMember(database, accountId, memberId);
    if (!member)
      throw new AppError("not_found", "There is no such member. They may have left the organisation.");
    return member;
  }
}
