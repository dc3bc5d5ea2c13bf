import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { type LogSearch, toLogFilter, toStart } from "./log-search.ts";

const logsPerPage = 50;

export const logsQuery = (search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ["logs", "list", search],
    queryFn: ({ pageParam }) =>
      call("GET /logs", {
        query: {
          ...toLogFilter(search),
          from: toStart(search, Date.now()),
          limit: logsPerPage,
          cursor: pageParam,
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const logQuery = (logId: string) =>
  queryOptions({
    queryKey: ["logs", "entry", logId],
    queryFn: () => call("GET /logs/{logId}", { params: { logId } }),
    retry: false,
  });

export const bodiesQuery = (logId: string) =>
  queryOptions({
    queryKey: ["logs", "bodies", logId],
    queryFn: () => call("GET /logs/{logId}/bodies", { params: { logId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const logSettingsQuery = queryOptions({
  queryKey: ["logs", "settings"],
  queryFn: () => call("GET /logs/settings"),
});
