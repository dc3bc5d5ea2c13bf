import type { SentInvitation } from "@mintwright/api-contract/dashboard";
import { memberRoles } from "@mintwright/api-contract/dashboard-permissions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { sessionQuery } from "../api/queries.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure } from "../ui/states.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MemberRow } from "./member-row.tsx";
import { membersQuery } from "./queries.ts";
import { roleNames, roleTexts } from "./role-names.ts";

export function MembersPage() {
  const allowed = useAllowed();
  const { data: session } = useQuery(sessionQuery);
  const { data, error, refetch, isPending } = useQuery(membersQuery);
  return (
    <Page
      title="Members"
      text={session ? `People who use ${session.account.name} in the dashboard.` : ""}
      action={
        allowed("readAuditLog") && (
          <Link to="/audit-log" className={buttonLink.quiet}>
            Audit log
          </Link>
        )
      }
    >
      {allowed("manageMembers") && <InviteForm />}
      <Panel title="Members">
        {error && <PanelFailure error={error} onRetry={refetch} />}
        {isPending && <LoadingRows rows={2} />}
        <ul className="divide-y divide-line">
          {data?.members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </ul>
      </Panel>
      {data && data.invitations.length > 0 && (
        <Panel title="Open invitations">
          <ul className="divide-y divide-line">
            {data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Roles">
        <dl className="grid gap-x-4 gap-y-1 p-4 sm:grid-cols-[8rem_1fr] sm:gap-y-2">
          {memberRoles.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{roleNames[role]}</dt>
              <dd className="max-sm:mb-2 text-muted">{roleTexts[role]}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </Page>
  );
}

function InvitationRow({ invitation }: { invitation: SentInvitation }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call("DELETE /invitations/{invitationId}", { params: { invitationId: invitation.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  });
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate">{invitation.email}</p>
        <p className="text-muted text-xs">
          {roleNames[invitation.role]} · invited by {invitation.invitedBy} · valid until{" "}
          {formatMoment(invitation.expiresAt)}
        </p>
      </div>
      <Button
        isBusy={cancel.isPending}
        onClick={() => cancel.mutate()}
        aria-label={`Cancel the invitation of ${invitation.email}`}
      >
        Cancel
      </Button>
    </li>
  );
}
