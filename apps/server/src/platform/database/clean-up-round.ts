import { setTimeout as sleep } from "node:timers/promises";

/** Below the 15 minutes after which pg-boss gives a job up. What is left waits for the next run of the job. */
const longestRoundInMs = 8 * 60_000;

/** Rounds of one process share their pauses, so that two of them take no more of the database than one. */
let restsUntil = 0;

/** How long the operator keeps a kind of data, in days or months. */
export type KeptFor = number | "forever";

/** One run of a clean-up: it ends in time, stops with its process, and leaves the database to calls most of the time. */
export interface CleanUpRound {
  isOver(): boolean;
  /** Pauses four times as long as the last batch took: calls have most of the time to themselves. */
  rest(batchInMs: number): Promise<void>;
}

/** Starts the time of a round. Without a signal only the time ends it. */
export function startRound(
  signal: AbortSignal = new AbortController().signal,
  maxMs = longestRoundInMs,
): CleanUpRound {
  const endsAt = performance.now() + maxMs;
  return {
    isOver: () => signal.aborted || performance.now() >= endsAt,
    rest(batchInMs) {
      const now = performance.now();
      restsUntil = Math.max(restsUntil, now) + 4 * batchInMs;
      return sleep(restsUntil - now, undefined, { signal }).catch(() => {});
    },
  };
}

/** Work that an operator waits for: no pauses and no end before it is done. */
export const uninterrupted: CleanUpRound = { isOver: () => false, rest: async () => {} };

/** Lets batches grow and shrink towards a duration, from the size and the time of the last one. */
export function fitBatch(rows: number, elapsedInMs: number, wanted: { ms: number; maxRows: number }): number {
  return Math.round(Math.min(wanted.maxRows, Math.max(1, rows * Math.min(2, wanted.ms / elapsedInMs))));
}
