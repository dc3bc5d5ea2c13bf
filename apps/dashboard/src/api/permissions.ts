import { isAllowed, type Permission } from "@mintwright/api-contract/dashboard-permissions";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./queries.ts";

/** Returns what the user's role in this organisation allows. Nothing until the session is known. */
export function useAllowed(): (permission: Permission) => boolean {
  const { data } = useQuery(sessionQuery);
  return (permission) => data !== undefined && isAllowed(data.account.role, permission);
}
