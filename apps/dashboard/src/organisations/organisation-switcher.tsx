import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { enterOrganisation, organisationsQuery } from "./queries.ts";

/** Chooses the organisation that the session uses. Hidden from users who belong to one. */
export function OrganisationSwitcher() {
  const { data } = useQuery(organisationsQuery);
  const change = useMutation({
    mutationFn: (organisationId: string) =>
      call("POST /organisations/{organisationId}/switch", { params: { organisationId } }),
    onSuccess: enterOrganisation,
  });
  if (!data || data.organisations.length < 2) return null;
  const active = data.organisations.find(({ isActive }) => isActive);
  return (
    <select
      aria-label="Organisation"
      value={change.variables ?? active?.id}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value)}
      className="h-9 w-24 min-w-0 flex-1 truncate rounded-md border border-edge bg-surface px-2 sm:w-auto sm:max-w-64 sm:flex-none"
    >
      {data.organisations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
