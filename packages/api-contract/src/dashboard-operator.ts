import { z } from "zod";
import { defineRoute } from "./dashboard-route.ts";

const amount = z.number().min(0);
const moment = z.iso.datetime();
const count = z.int().min(0);
const note = z.string().trim().min(1, "Say what it is for.").max(200, "A note has at most 200 characters.");
const credits = z
  .number("Enter an amount of credits.")
  .positive("The amount must be more than 0.")
  .max(1_000_000_000, "This is more than a single grant can have.")
  .multipleOf(0.01, "Credits have at most two decimals.");

const accountSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  balance: amount,
  held: amount,
  spent: amount,
  granted: amount,
  activeKeys: count,
  lastUsedAt: moment.nullable(),
  createdAt: moment,
});

/** An account as the operator sees it: balances and activity, never its content. */
export type OperatorAccount = z.infer<typeof accountSchema>;

const grantSchema = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  email: z.string(),
  credits: amount,
  note: z.string(),
  grantedBy: z.string(),
  createdAt: moment,
});

/** A credit grant by an operator. */
export type OperatorGrant = z.infer<typeof grantSchema>;

const voucherSchema = z.object({
  credits: amount,
  note: z.string(),
  createdBy: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment.nullable(),
  redeemedAt: moment.nullable(),
  redeemedBy: z.string().nullable(),
  state: z.enum(["open", "redeemed", "expired"]),
});

/** A voucher without its code, which is shown only once. */
export type OperatorVoucher = z.infer<typeof voucherSchema>;

const seconds = z.number().min(0);

const engineSchema = z.object({
  name: z.string(),
  kind: z.enum(["chat", "image"]),
  type: z.string(),
  models: z.array(z.string()),
  isBuiltIn: z.boolean(),
  /** The number of processes that currently send no requests to this engine. */
  pausedIn: count,
  lastFault: z.object({ message: z.string(), happenedAt: moment }).nullable(),
  /** Over the last hour and all processes. Null if there was no response. */
  lastHour: z.object({
    answered: count,
    failed: count,
    refused: count,
    cancelled: count,
    p50InSeconds: seconds.nullable(),
    p95InSeconds: seconds.nullable(),
  }),
  /** Minute by minute over the last hour. */
  minutes: z.array(z.object({ minute: moment, answered: count, failed: count, p95InSeconds: seconds })),
});

export type OperatorEngine = z.infer<typeof engineSchema>;

const queueSchema = z.object({
  queue: z.string(),
  waiting: count,
  active: count,
  later: count,
  failed: count,
  oldestInSeconds: seconds,
  /** Minute by minute over the last hour, for the minutes in which a worker measured. */
  minutes: z.array(z.object({ minute: moment, waiting: count, oldestInSeconds: seconds })),
});

export type OperatorQueue = z.infer<typeof queueSchema>;

const processSchema = z.object({
  role: z.string(),
  host: z.string(),
  startedAt: moment,
  seenAt: moment,
  isAlive: z.boolean(),
});

export type OperatorProcess = z.infer<typeof processSchema>;

const feedSchema = z.object({
  name: z.string(),
  url: z.string(),
  isEnabled: z.boolean(),
  lastFetchedAt: moment.nullable(),
  lastSuccessAt: moment.nullable(),
  lastOutcome: z.string().nullable(),
  lastError: z.string().nullable(),
  failures: count,
  nextFetchAt: moment,
  articlesInLastDay: count,
});

export type OperatorFeed = z.infer<typeof feedSchema>;

const ledgerCheckSchema = z.object({
  checkedAt: moment,
  checkedBy: z.string(),
  elapsedInMs: count,
  accounts: count,
  mismatches: z.array(z.object({ accountId: z.string(), problem: z.string() })),
});

/** The result of checking every account against its ledger entries. */
export type LedgerCheck = z.infer<typeof ledgerCheckSchema>;

const failedJobSchema = z.object({
  id: z.string(),
  queue: z.string(),
  summary: z.string(),
  error: z.string(),
  attempts: count,
  createdAt: moment,
  failedAt: moment,
});

/** A job that used up its attempts. */
export type FailedJob = z.infer<typeof failedJobSchema>;

const healthSchema = z.object({ name: z.string(), isHealthy: z.boolean(), message: z.string() });

export type EngineHealth = z.infer<typeof healthSchema>;

/** The routes of the admin console. Every one requires the operator role. */
export const operatorRoutes = {
  listAccounts: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/accounts",
    query: z.object({
      search: z.string().trim().max(200).default(""),
      cursor: z.string().max(200).optional(),
    }),
    response: z.object({
      accounts: z.array(accountSchema),
      nextCursor: z.string().nullable(),
    }),
  }),
  grantCredits: defineRoute({
    role: "operator",
    method: "POST",
    path: "/operator/accounts/{accountId}/grant",
    params: z.object({ accountId: z.uuid("accountId must be the id of an account") }),
    /** Chosen by the client: repeating a request with the same id grants nothing twice. */
    body: z.object({ grantId: z.uuid(), credits, note }),
    response: z.object({ balance: amount }),
  }),
  listGrants: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/grants",
    response: z.object({ grants: z.array(grantSchema) }),
  }),
  listVouchers: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/vouchers",
    response: z.object({ vouchers: z.array(voucherSchema) }),
  }),
  createVoucher: defineRoute({
    role: "operator",
    method: "POST",
    path: "/operator/vouchers",
    body: z.object({ credits, note, expiresAt: moment.nullable() }),
    response: z.object({ code: z.string() }),
  }),
  listEngines: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/engines",
    response: z.object({ engines: z.array(engineSchema) }),
  }),
  checkEngines: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/engines/health",
    response: z.object({ checkedAt: moment, engines: z.array(healthSchema) }),
  }),
  listQueues: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/queues",
    response: z.object({ queues: z.array(queueSchema), processes: z.array(processSchema) }),
  }),
  listFeeds: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/feeds",
    response: z.object({ feeds: z.array(feedSchema) }),
  }),
  getLedgerCheck: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/ledger",
    response: z.object({ lastCheck: ledgerCheckSchema.nullable() }),
  }),
  checkLedger: defineRoute({
    role: "operator",
    method: "POST",
    path: "/operator/ledger/check",
    response: z.object({ lastCheck: ledgerCheckSchema }),
  }),
  listFailedJobs: defineRoute({
    role: "operator",
    method: "GET",
    path: "/operator/failed-jobs",
    query: z.object({ queue: z.string().max(100).optional() }),
    response: z.object({ jobs: z.array(failedJobSchema) }),
  }),
  retryFailedJobs: defineRoute({
    role: "operator",
    method: "POST",
    path: "/operator/failed-jobs/retry",
    /** Without an id, every failed job of the queue. */
    body: z.object({ queue: z.string().min(1).max(100), jobId: z.uuid().optional() }),
    response: z.object({ retried: count }),
  }),
} as const;
