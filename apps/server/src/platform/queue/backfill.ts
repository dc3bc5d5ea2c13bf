import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import type { Logger } from "../logging.ts";
import { type Enqueue, type JobContext, type JobDefinition, type JobKind, JobTakenOverError } from "./job.ts";

/** The columns of the last row that a backfill visited. */
export type BackfillPosition = Record<string, string>;

export interface BackfillBatch {
  filled: number;
  /** Rows that another transaction had locked. The backfill visits them again. */
  skipped: number;
  /** Where the next batch begins; null when there are no more rows. */
  next: BackfillPosition | null;
}

/** Fills a new column of rows that an older version wrote. */
export interface Backfill {
  /** Stable: the saved position belongs to it. */
  name: string;
  /** Fills at most `limit` rows after a position in the transaction that saves the next one. Must skip locked rows. */
  fillBatch(
    transaction: Transaction<Schema>,
    after: BackfillPosition | null,
    limit: number,
  ): Promise<BackfillBatch>;
}

/** Batches grow and shrink towards this duration: a row whose lock a call waits for is free again soon. */
const batchInMs = 100;
const [fewestRows, mostRows] = [20, 2_000];
const logEveryInMs = 10_000;
/** A job hands the backfill on after this, far below the time at which pg-boss gives a job up. */
const handOnAfterInMs = 60_000;
/** A worker of another version leaves a backfill that it does not know to others for this long. */
const unknownPauseInSeconds = 30;

export const backfillKind: JobKind<{ name: string }> = {
  name: "backfill",
  payload: z.object({ name: z.string() }),
  retryLimit: 20,
  maxRetryDelayInSeconds: 60,
  isExclusive: true,
};

function enqueueBackfill(transaction: Transaction<Schema>, enqueue: Enqueue, name: string, inSeconds = 0) {
  return enqueue(transaction, backfillKind.name, [{ name }], { key: name, startAfterInSeconds: inSeconds });
}

/** Adds a job for every backfill that is not finished. Called by every worker that starts. */
export async function planBackfills(
  database: Database,
  enqueue: Enqueue,
  backfills: readonly Backfill[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { name } of backfills) {
      await sql`insert into backfill (name) values (${name}) on conflict do nothing`.execute(transaction);
      const { rows } = await sql`
        select from backfill where name = ${name} and finished_at is null`.execute(transaction);
      if (rows.length > 0) await enqueueBackfill(transaction, enqueue, name);
    }
  });
}

/** Reads how far each backfill is. */
export async function listBackfills(
  database: Database,
): Promise<{ name: string; filled: number; finishedAt: Date | null }[]> {
  const { rows } = await sql<{ name: string; filled: number; finishedAt: Date | null }>`
    select name, filled, finished_at as "finishedAt" from backfill order by name`.execute(database);
  return rows;
}

export interface BackfillParts {
  database: Database;
  enqueue: Enqueue;
  backfills: readonly Backfill[];
  logger: Logger;
}

interface Progress {
  filled: number;
  isFinished: boolean;
}

/** The job that runs one backfill. Batch and position are one transaction, so it can be killed at any time. */
export function createBackfillJob({ database, enqueue, backfills, logger }: BackfillParts): JobDefinition {
  return {
    ...backfillKind,
    async handle(payload, context: JobContext) {
      const { name } = backfillKind.payload.parse(payload);
      const backfill = backfills.find((known) => known.name === name);
      if (!backfill) return handOn(name, context, unknownPauseInSeconds);
      if (!(await runBatches(backfill, context.signal))) await handOn(name, context);
    },
  };

  /** Returns false when time is up or the process stops before the backfill is finished. */
  async function runBatches(backfill: Backfill, signal: AbortSignal): Promise<boolean> {
    const endsAt = Date.now() + handOnAfterInMs;
    let [limit, nextLogAt] = [fewestRows, 0];
    while (!signal.aborted && Date.now() < endsAt) {
      const startedAt = performance.now();
      const { filled, isFinished } = await runBatch(database, backfill, limit);
      const elapsedInMs = performance.now() - startedAt;
      if (isFinished) {
        logger.info({ backfill: backfill.name, filled }, "backfill finished");
        return true;
      }
      if (Date.now() >= nextLogAt) {
        logger.info({ backfill: backfill.name, filled, batchRows: limit }, "backfill in progress");
        nextLogAt = Date.now() + logEveryInMs;
      }
      limit = Math.round(
        Math.min(mostRows, Math.max(fewestRows, limit * Math.min(2, batchInMs / elapsedInMs))),
      );
      // As long as the batch took: calls have at least half of the time to themselves.
      await sleep(elapsedInMs, undefined, { signal }).catch(() => {});
    }
    return false;
  }

  async function handOn(name: string, context: JobContext, inSeconds?: number): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      if (!(await context.finish(transaction))) throw new JobTakenOverError();
      await enqueueBackfill(transaction, enqueue, name, inSeconds);
    });
  }
}

async function runBatch(database: Database, { name, fillBatch }: Backfill, limit: number): Promise<Progress> {
  return database.transaction().execute(async (transaction) => {
    // The lock makes a worker whose job was taken over harmless: both fill batches in turn.
    const { rows } = await sql<Progress & { position: BackfillPosition | null; skipped: number }>`
      select position, filled, skipped, finished_at is not null as "isFinished"
      from backfill where name = ${name} for update`.execute(transaction);
    const [saved] = rows;
    if (!saved) throw new Error(`backfill ${name} has no row in the table backfill; restart the worker`);
    if (saved.isFinished) return saved;
    const batch = await fillBatch(transaction, saved.position, limit);
    const filled = saved.filled + batch.filled;
    const skipped = saved.skipped + batch.skipped;
    const isFinished = batch.next === null && skipped === 0;
    await sql`
      update backfill set position = ${batch.next && JSON.stringify(batch.next)}::text::jsonb, filled = ${filled}::bigint,
        skipped = ${batch.next === null ? 0 : skipped}::bigint, finished_at = ${isFinished ? sql`now()` : sql`null`}
      where name = ${name}`.execute(transaction);
    return { filled, isFinished };
  });
}
