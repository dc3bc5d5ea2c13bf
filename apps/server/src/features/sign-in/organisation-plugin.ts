import {
  isAllowed,
  type MemberRole,
  memberRoles,
  type Permission,
} from "@mintwright/api-contract/dashboard-permissions";
import { createAccessControl } from "better-auth/plugins/access";
import { organization } from "better-auth/plugins/organization";
import { defaultStatements } from "better-auth/plugins/organization/access";
import type { EmailOutbox } from "./email-outbox.ts";
import { writeInvitationEmail } from "./email-texts.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";

const invitationDays = 7;
const maxOrganisations = 20;
const maxMembers = 100;

const access = createAccessControl(defaultStatements);

/** The library's permissions, derived from ours. */
function toLibraryRole(role: MemberRole) {
  const grant = <const Actions extends readonly string[]>(permission: Permission, actions: Actions) =>
    isAllowed(role, permission) ? [...actions] : [];
  return access.newRole({
    organization: grant("manageOrganisation", ["update"]),
    member: grant("manageMembers", ["create", "update", "delete"]),
    invitation: grant("manageMembers", ["create", "cancel"]),
  });
}

/** The library's organisations are our accounts, through the view `organisation`. */
export function createOrganisationPlugin({ outbox, publicUrl }: { outbox: EmailOutbox; publicUrl: string }) {
  return organization({
    ac: access,
    roles: Object.fromEntries(memberRoles.map((role) => [role, toLibraryRole(role)])),
    creatorRole: "owner",
    organizationLimit: maxOrganisations,
    membershipLimit: maxMembers,
    invitationLimit: maxMembers,
    invitationExpiresIn: invitationDays * 24 * 3600,
    cancelPendingInvitationsOnReInvite: true,
    requireEmailVerificationOnInvitation: true,
    // Deleting an account takes more than its row: see sign-in.service.ts.
    disableOrganizationDeletion: true,
    sendInvitationEmail: ({ id, email, role, organization: { name }, inviter }) =>
      outbox.post(
        writeInvitationEmail(email, {
          url: `${publicUrl}/dashboard/invitation/${id}`,
          organisation: name,
          role,
          invitedBy: isPlaceholderEmail(inviter.user.email) ? inviter.user.name : inviter.user.email,
          days: invitationDays,
        }),
      ),
    schema: {
      organization: { modelName: "organisation", fields: { createdAt: "created_at" } },
      member: {
        modelName: "member",
        fields: { organizationId: "account_id", userId: "user_id", createdAt: "created_at" },
      },
      invitation: {
        modelName: "invitation",
        fields: {
          organizationId: "account_id",
          inviterId: "inviter_id",
          expiresAt: "expires_at",
          createdAt: "created_at",
        },
      },
      session: { fields: { activeOrganizationId: "active_account_id" } },
    },
  });
}
