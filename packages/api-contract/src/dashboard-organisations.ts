import { z } from "zod";
import { cursor, limit } from "./collections.ts";
import { defineRoute } from "./dashboard-route.ts";
import { givenRoles, memberRoles } from "./member-roles.ts";

const done = z.object({ done: z.literal(true) });
const moment = z.iso.datetime();
const role = z.enum(memberRoles);
const givenRole = z.enum(givenRoles, "Choose one of the roles: admin, developer, billing or viewer.");
const name = z
  .string()
  .trim()
  .min(1, "Give the organisation a name.")
  .max(64, "A name has at most 64 characters.");

const organisationSchema = z.object({ id: z.uuid(), name: z.string(), role, isActive: z.boolean() });

/** An organisation of the user. */
export type Organisation = z.infer<typeof organisationSchema>;

const receivedInvitationSchema = z.object({
  id: z.string(),
  organisation: z.string(),
  role,
  invitedBy: z.string(),
  expiresAt: moment,
});

/** An invitation that waits for the user's decision. */
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a user who signs in with a wallet. */
  email: z.string().nullable(),
  role,
  joinedAt: moment,
  lastSeenAt: moment.nullable(),
  isYou: z.boolean(),
});

export type Member = z.infer<typeof memberSchema>;

const sentInvitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string(),
  createdAt: moment,
  expiresAt: moment,
});

export type SentInvitation = z.infer<typeof sentInvitationSchema>;

const auditEntrySchema = z.object({
  id: z.string(),
  happenedAt: moment,
  /** Who did it: an email or a wallet address, as it was at the time, or the operator of the installation. */
  member: z.string(),
  /** Such as `key.created`. */
  action: z.string(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string().nullable(),
  /** False when the server stopped before the action was confirmed. */
  isConfirmed: z.boolean(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const memberParams = z.object({ memberId: z.string().max(64) });
const invitationParams = z.object({ invitationId: z.string().max(64) });

/** Routes for organisations, their members, invitations and audit log. */
export const organisationRoutes = {
  listOrganisations: defineRoute({
    method: "GET",
    path: "/organisations",
    response: z.object({
      organisations: z.array(organisationSchema),
      invitations: z.array(receivedInvitationSchema),
    }),
  }),
  createOrganisation: defineRoute({
    method: "POST",
    path: "/organisations",
    body: z.object({ name }),
    /** The session uses the new organisation from now on. */
    response: z.object({ id: z.uuid() }),
  }),
  switchOrganisation: defineRoute({
    method: "POST",
    path: "/organisations/{organisationId}/switch",
    params: z.object({ organisationId: z.uuid("organisationId must be the id of an organisation") }),
    response: done,
  }),
  renameOrganisation: defineRoute({
    method: "PUT",
    path: "/organisation",
    body: z.object({ name }),
    response: done,
  }),
  listMembers: defineRoute({
    method: "GET",
    path: "/members",
    response: z.object({
      members: z.array(memberSchema),
      /** Empty for members who may not invite others. */
      invitations: z.array(sentInvitationSchema),
    }),
  }),
  inviteMember: defineRoute({
    method: "POST",
    path: "/invitations",
    body: z.object({ email: z.email("Enter an email address such as ada@example.com."), role: givenRole }),
    response: done,
  }),
  cancelInvitation: defineRoute({
    method: "DELETE",
    path: "/invitations/{invitationId}",
    params: invitationParams,
    response: done,
  }),
  acceptInvitation: defineRoute({
    method: "POST",
    path: "/invitations/{invitationId}/accept",
    params: invitationParams,
    /** The session uses the organisation from now on. */
    response: done,
  }),
  rejectInvitation: defineRoute({
    method: "POST",
    path: "/invitations/{invitationId}/reject",
    params: invitationParams,
    response: done,
  }),
  changeMemberRole: defineRoute({
    method: "PUT",
    path: "/members/{memberId}",
    params: memberParams,
    body: z.object({ role: givenRole }),
    response: done,
  }),
  removeMember: defineRoute({
    method: "DELETE",
    path: "/members/{memberId}",
    params: memberParams,
    response: done,
  }),
  leaveOrganisation: defineRoute({ method: "POST", path: "/members/leave", response: done }),
  transferOwnership: defineRoute({
    method: "POST",
    path: "/members/{memberId}/make-owner",
    params: memberParams,
    response: done,
  }),
  listAuditLog: defineRoute({
    method: "GET",
    path: "/audit-log",
    query: z.object({ limit: limit(100, 50), cursor }),
    response: z.object({ entries: z.array(auditEntrySchema), nextCursor: z.string().nullable() }),
  }),
} as const;
