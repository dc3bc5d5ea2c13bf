import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { organisationsQuery } from "./queries.ts";

/** Tells a user that an invitation waits for an answer. */
export function InvitationNotice() {
  const { data } = useQuery(organisationsQuery);
  const { pathname } = useLocation();
  const [invitation] = data?.invitations ?? [];
  if (!invitation || pathname.startsWith("/invitation/")) return null;
  return (
    <p role="status" className="mb-6 rounded-md border border-line bg-surface px-4 py-3">
      {invitation.invitedBy} invited you to {invitation.organisation}.{" "}
      <Link to="/invitation/$invitationId" params={{ invitationId: invitation.id }} className="underline">
        View invitation
      </Link>
    </p>
  );
}
