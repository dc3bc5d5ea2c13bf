import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Schema } from "../database/schema.ts";

/** One kind of job as those who enqueue it know it. */
export interface JobKind<Payload = unknown> {
  name: string;
  payload: z.ZodType<Payload>;
  retryLimit: number;
  /** The longest pause between two attempts; without it each pause doubles the one before. */
  maxRetryDelayInSeconds?: number;
  /** How long a job that is done is kept, 7 days by default. */
  forgottenAfterInSeconds?: number;
  /** Adds no second job of a key while the first one waits or runs. */
  isExclusive?: boolean;
  /** Keeps the jobs in a table of their own, so that a long queue does not slow the others down. */
  hasOwnTable?: boolean;
}

/** What a running job knows of itself. */
export interface JobContext {
  jobId: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the process stops and when another worker has taken the job over. */
  signal: AbortSignal;
  /** Keeps other workers from the job until the caller's transaction ends. False when one has taken it over: roll back then. */
  confirmClaim(transaction: Transaction<Schema>): Promise<boolean>;
  /** Removes the job in the caller's transaction. False when another worker has taken it over: roll back then. */
  finish(transaction: Transaction<Schema>): Promise<boolean>;
}

/** One kind of job: its queue, what it carries, when it recurs and what it does. */
export interface JobDefinition<Payload = unknown> extends JobKind<Payload> {
  /** Cron expression in UTC for jobs that recur. */
  schedule?: string;
  /** How many of them one worker runs at once, 1 by default. */
  concurrency?: number;
  /** How many jobs of one account run at once, in all workers together. */
  concurrencyPerAccount?: number;
  /** The queue always gives the context; jobs that need none can be called without. */
  handle(payload: Payload, context?: JobContext): Promise<void>;
}

/** When and how a job that is enqueued should run. */
export interface EnqueueOptions {
  startAfterInSeconds?: number;
  /** The account whose share of the workers the jobs use. */
  accountId?: string;
  /** What an exclusive job is exclusive for. */
  key?: string;
  /** Names the job; only with a single payload. */
  jobId?: string;
}

/** Puts jobs into the caller's own transaction: they exist when it commits, and otherwise never did. */
export type Enqueue = (
  transaction: Transaction<Schema>,
  jobName: string,
  payloads: readonly object[],
  options?: EnqueueOptions,
) => Promise<void>;

/** Refuses two jobs of one name: the second would silently take the first one's work. */
export function assertDistinctJobs(jobs: readonly JobKind[]): void {
  const names = jobs.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two jobs are named ${repeated}; every job needs a name of its own.`);
}

/** Thrown by a job that another worker has taken over, to roll its transaction back. */
export class JobTakenOverError extends Error {
  constructor() {
    super("another worker has taken this job over");
  }
}
