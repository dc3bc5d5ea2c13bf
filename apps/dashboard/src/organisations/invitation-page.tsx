import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { sessionQuery } from "../api/queries.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { enterOrganisation, organisationsQuery } from "./queries.ts";
import { roleNames, roleTexts } from "./role-names.ts";

const route = getRouteApi("/inside/invitation/$invitationId");

/** The target of the link in an invitation email. */
export function InvitationPage() {
  const { invitationId } = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const { data, error, refetch } = useQuery({ ...organisationsQuery, staleTime: 0 });
  const params = { invitationId };
  const accept = useMutation({
    mutationFn: () => call("POST /invitations/{invitationId}/accept", { params }),
    onSuccess: enterOrganisation,
  });
  const decline = useMutation({
    mutationFn: () => call("POST /invitations/{invitationId}/reject", { params }),
    onSuccess: async () => {
      await navigate({ to: "/" });
      await queryClient.invalidateQueries({ queryKey: organisationsQuery.queryKey });
    },
  });
  const invitation = data?.invitations.find(({ id }) => id === invitationId);
  const failure = accept.error ?? decline.error;
  return (
    <Page title="Invitation">
      <Panel>
        {error && <PanelFailure error={error} onRetry={refetch} />}
        {!data && !error && <LoadingRows rows={1} />}
        {data && !invitation && (
          <Empty
            title="This invitation is not open"
            text={`It may have expired, been cancelled or been answered, or it is for another email address than ${session?.user.email ?? "yours"}. Ask for a new one.`}
          >
            <Link to="/" className={buttonLink.quiet}>
              Go to Home
            </Link>
          </Empty>
        )}
        {invitation && (
          <div className="flex flex-col gap-4 p-6">
            <div className="max-w-prose">
              <p className="text-lg">
                {invitation.invitedBy} invites you to {invitation.organisation}
              </p>
              <p className="text-muted">
                Role: {roleNames[invitation.role]}. {roleTexts[invitation.role]}
              </p>
              <p className="text-muted">Valid until {formatMoment(invitation.expiresAt)}.</p>
            </div>
            {failure && <Failure error={failure} />}
            <div className="flex gap-2">
              <Button look="main" isBusy={accept.isPending} onClick={() => accept.mutate()}>
                Accept invitation
              </Button>
              <Button isBusy={decline.isPending} onClick={() => decline.mutate()}>
                Decline
              </Button>
            </div>
          </div>
        )}
      </Panel>
    </Page>
  );
}
