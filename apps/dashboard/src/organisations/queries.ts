import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export const organisationsQuery = queryOptions({
  queryKey: ["organisations"],
  queryFn: () => call("GET /organisations"),
  staleTime: 60_000,
});

export const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: () => call("GET /members"),
});

export const auditLogQuery = infiniteQueryOptions({
  queryKey: ["audit-log"],
  queryFn: ({ pageParam }) => call("GET /audit-log", { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** Opens the dashboard of another organisation. Nothing of the one before stays in the browser. */
export function enterOrganisation(): void {
  sessionStorage.clear();
  window.location.assign("/dashboard");
}
