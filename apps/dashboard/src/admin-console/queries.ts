import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

const soonInMs = 5_000;
const slowlyInMs = 30_000;

/** Every queue and process, as they are now. */
export const queuesQuery = queryOptions({
  queryKey: ["operator", "queues"],
  queryFn: () => call("GET /operator/queues"),
  refetchInterval: soonInMs,
});

/** Engines and how fast they were in the last hour. */
export const enginesQuery = queryOptions({
  queryKey: ["operator", "engines"],
  queryFn: () => call("GET /operator/engines"),
  refetchInterval: soonInMs,
});

/** Whether the engines answer; asking costs each of them a call, so seldom. */
export const healthQuery = queryOptions({
  queryKey: ["operator", "health"],
  queryFn: () => call("GET /operator/engines/health"),
  refetchInterval: slowlyInMs,
});

/** The news feeds. */
export const feedsQuery = queryOptions({
  queryKey: ["operator", "feeds"],
  queryFn: () => call("GET /operator/feeds"),
  refetchInterval: slowlyInMs,
});

/** Jobs that failed for good. */
export const failedJobsQuery = queryOptions({
  queryKey: ["operator", "failed-jobs"],
  queryFn: () => call("GET /operator/failed-jobs"),
  refetchInterval: soonInMs,
});

/** What the last check of the ledger said. */
export const ledgerQuery = queryOptions({
  queryKey: ["operator", "ledger"],
  queryFn: () => call("GET /operator/ledger"),
  refetchInterval: slowlyInMs,
});

/** Vouchers, the latest first. */
export const vouchersQuery = queryOptions({
  queryKey: ["operator", "vouchers"],
  queryFn: () => call("GET /operator/vouchers"),
});

/** What operators gave, the latest first. */
export const grantsQuery = queryOptions({
  queryKey: ["operator", "grants"],
  queryFn: () => call("GET /operator/grants"),
});
