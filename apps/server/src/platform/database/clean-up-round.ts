import { setTimeout as sleep } from "node:timers/promises";

/** Below the 15 minutes after which pg-boss gives a job up. What is left waits for the next run of the job. */
const longestRoundInMs = 8 * 60_000;

/** One run of a clean-up: it ends in time, stops with its process, and leaves the database to calls most of the time. */
export interface CleanUpRound {
  isOver(): boolean;
  /** Pauses twice as long as the last batch took: calls have two thirds of the time to themselves. */
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
    rest: (batchInMs) => sleep(2 * batchInMs, undefined, { signal }).catch(() => {}),
  };
}
