import type { givenRoles } from "@mintwright/api-contract/dashboard-permissions";
import { type Auth, type EmailOutbox, toSignInError } from "../sign-in/index.ts";

type GivenRole = (typeof givenRoles)[number];
type Cookie = string | undefined;

/** The changes that the sign-in library makes to organisations, for the user of a session cookie. */
export interface OrganisationLibrary {
  /** Creates an organisation, which the session then uses, and returns its id. */
  create(cookie: Cookie, name: string): Promise<string>;
  activate(cookie: Cookie, organisationId: string): Promise<void>;
  rename(cookie: Cookie, organisationId: string, name: string): Promise<void>;
  invite(cookie: Cookie, organisationId: string, to: { email: string; role: GivenRole }): Promise<void>;
  cancelInvitation(cookie: Cookie, invitationId: string): Promise<void>;
  /** Joins the organisation, which the session then uses, and returns its id. */
  acceptInvitation(cookie: Cookie, invitationId: string): Promise<string>;
  rejectInvitation(cookie: Cookie, invitationId: string): Promise<void>;
  changeRole(cookie: Cookie, organisationId: string, memberId: string, role: GivenRole): Promise<void>;
  removeMember(cookie: Cookie, organisationId: string, memberId: string): Promise<void>;
  leave(cookie: Cookie, organisationId: string): Promise<void>;
}

type InvitationBody = NonNullable<Parameters<Auth["api"]["createInvitation"]>[0]>["body"];

export function createOrganisationLibrary(auth: Auth, outbox: EmailOutbox): OrganisationLibrary {
  const { api } = auth;
  const withHeaders = (cookie: Cookie) => ({ headers: new Headers({ cookie: cookie ?? "" }) });

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await outbox.watch(call);
    } catch (error) {
      throw translate(error);
    }
  }

  return {
    async create(cookie, name) {
      // The library wants a unique slug. Ours is the id: see the view organisation.
      const body = { name, slug: crypto.randomUUID() };
      const { id } = await run(() => api.createOrganization({ ...withHeaders(cookie), body }));
      return id;
    },
    async activate(cookie, organizationId) {
      await run(() => api.setActiveOrganization({ ...withHeaders(cookie), body: { organizationId } }));
    },
    async rename(cookie, organizationId, name) {
      const body = { organizationId, data: { name } };
      await run(() => api.updateOrganization({ ...withHeaders(cookie), body }));
    },
    async invite(cookie, organizationId, to) {
      // The library's type knows only its own three roles.
      const body = { organizationId, ...to } as unknown as InvitationBody;
      await run(() => api.createInvitation({ ...withHeaders(cookie), body }));
    },
    async cancelInvitation(cookie, invitationId) {
      await run(() => api.cancelInvitation({ ...withHeaders(cookie), body: { invitationId } }));
    },
    async acceptInvitation(cookie, invitationId) {
      const body = { invitationId };
      const { member } = await run(() => api.acceptInvitation({ ...withHeaders(cookie), body }));
      return member.organizationId;
    },
    async rejectInvitation(cookie, invitationId) {
      await run(() => api.rejectInvitation({ ...withHeaders(cookie), body: { invitationId } }));
    },
    async changeRole(cookie, organizationId, memberId, role) {
      const body = { organizationId, memberId, role };
      await run(() => api.updateMemberRole({ ...withHeaders(cookie), body }));
    },
    async removeMember(cookie, organizationId, memberIdOrEmail) {
      const body = { organizationId, memberIdOrEmail };
      await run(() => api.removeMember({ ...withHeaders(cookie), body }));
    },
    async leave(cookie, organizationId) {
      await run(() => api.leaveOrganization({ ...withHeaders(cookie), body: { organizationId } }));
    },
  };
}

/** Turns an error of the library into one of ours. Anything else passes unchanged. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "APIError") return error;
  const { statusCode, body } = error as Error & {
    statusCode?: number;
    body?: { code?: string; message?: string };
  };
  return toSignInError(statusCode ?? 500, body ?? {});
}
