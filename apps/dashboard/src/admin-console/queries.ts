import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

const fastPollInMs = 5_000;
const slowPollInMs = 30_000;

export const queuesQuery = queryOptions({
  queryKey: ["operator", "queues"],
  queryFn: () => call("GET /operator/queues"),
  refetchInterval: fastPollInMs,
});

export const enginesQuery = queryOptions({
  queryKey: ["operator", "engines"],
  queryFn: () => call("GET /operator/engines"),
  refetchInterval: fastPollInMs,
});

/** Each check costs every engine a request, so it is polled slowly. */
export const healthQuery = queryOptions({
  queryKey: ["operator", "health"],
  queryFn: () => call("GET /operator/engines/health"),
  refetchInterval: slowPollInMs,
});

export const feedsQuery = queryOptions({
  queryKey: ["operator", "feeds"],
  queryFn: () => call("GET /operator/feeds"),
  refetchInterval: slowPollInMs,
});

export const failedJobsQuery = queryOptions({
  queryKey: ["operator", "failed-jobs"],
  queryFn: () => call("GET /operator/failed-jobs"),
  refetchInterval: fastPollInMs,
});

export const ledgerQuery = queryOptions({
  queryKey: ["operator", "ledger"],
  queryFn: () => call("GET /operator/ledger"),
  refetchInterval: slowPollInMs,
});

export const vouchersQuery = queryOptions({
  queryKey: ["operator", "vouchers"],
  queryFn: () => call("GET /operator/vouchers"),
});

export const grantsQuery = queryOptions({
  queryKey: ["operator", "grants"],
  queryFn: () => call("GET /operator/grants"),
});
