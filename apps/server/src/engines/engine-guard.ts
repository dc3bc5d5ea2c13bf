import { setTimeout as sleep } from "node:timers/promises";
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel";
import type { AppError, AppErrorOptions } from "../platform/errors.ts";
import type { EngineMetrics } from "../platform/telemetry/metrics.ts";

type EngineErrorClass = new (
  code: "engine_unavailable" | "engine_timeout",
  message: string,
  options: AppErrorOptions & { isRetryable: boolean },
) => AppError & { isRetryable: boolean; isRefusal?: boolean };

/** How a kind of engine is guarded. */
export interface EngineGuardOptions {
  /** The label of its metrics. */
  engineName: string;
  /** What its errors are; others pass through uncounted. */
  errorClass: EngineErrorClass;
  /** What people call it in sentences, such as "model server". */
  serverTitle: string;
  /** Waiting and all attempts together. */
  timeoutInMs: number;
  maxConcurrent: number;
  /** How many calls may wait for a free place; 0 refuses at once. */
  maxQueued: number;
  /** Attempts beyond the first, of errors that say they are worth it. */
  retries: number;
  /** Failed calls in a row after which the engine is given a pause. */
  failuresThatOpen: number;
  /** Length of that pause, 10,000 by default. */
  openInMs?: number;
  /** Whether calls wait for the one that probes a recovering engine; else they are refused meanwhile. */
  waitsForProbe: boolean;
  /** What a caller is told when every place is taken. */
  busyRetryAfterInSeconds: number;
}

/**
 * Runs one call of an engine under its deadline, retries, breaker and bound on concurrency. A result that goes on
 * after it is there, such as a stream, keeps its place until `awaitEnd` resolves.
 */
export type EngineGuard = <Result>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
  awaitEnd?: (result: Result) => Promise<void>,
) => Promise<Result>;

// A server that asks for a longer pause than this gets it from the caller, who has nothing held meanwhile.
const longestRetryAfterInSeconds = 5;

/** Creates the guard of one engine; calls of all its methods share its places and its breaker. */
export function createEngineGuard(options: EngineGuardOptions, metrics: EngineMetrics): EngineGuard {
  const { errorClass, serverTitle, openInMs = 10_000 } = options;
  const places = bulkhead(options.maxConcurrent, options.maxQueued);
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof errorClass && error.isRefusal !== true),
    { halfOpenAfter: openInMs, breaker: new ConsecutiveBreaker(options.failuresThatOpen) },
  );

  const { engineName: engine } = options;
  breaker.onBreak(() => metrics.enginePaused.set({ engine }, 1));
  breaker.onReset(() => metrics.enginePaused.set({ engine }, 0));

  function noteFault(error: unknown): void {
    if (!(error instanceof errorClass) || error.isRefusal === true) return;
    // The cause says more than the sentence for callers, and only an operator reads it.
    const message = (error.cause as Error | undefined)?.message || error.message;
    metrics.engineFaults.set(engine, { message, happenedAt: new Date() });
  }

  function refuse(sentence: string, retryAfterInSeconds: number, cause: unknown): AppError {
    return new errorClass(
      "engine_unavailable",
      `The ${serverTitle} ${sentence}. Nothing is charged; try again shortly.`,
      { isRetryable: false, cause, retryAfterInSeconds },
    );
  }

  function translate(error: unknown): unknown {
    if (error instanceof BulkheadRejectedError) {
      return refuse("is fully busy", options.busyRetryAfterInSeconds, error);
    }
    if (error instanceof BrokenCircuitError) {
      return refuse("keeps failing and is given a pause", openInMs / 1000, error);
    }
    return error;
  }

  return async (signal, call, awaitEnd) => {
    const endTimer = metrics.engineSeconds.startTimer({ engine });
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), options.timeoutInMs);
    const either = AbortSignal.any([signal, deadline.signal]);
    const timedOut = () =>
      new errorClass(
        "engine_timeout",
        `The ${serverTitle} did not answer in time. Nothing is charged; try again shortly.`,
        { isRetryable: false, retryAfterInSeconds: openInMs / 1000 },
      );
    // A deadline is turned into the engine's error here, inside the breaker, so that an engine that hangs opens it.
    const attempt = () =>
      untilAborted(either, () => call(either)).catch((error: unknown) => {
        throw deadline.signal.aborted && !signal.aborted ? timedOut() : error;
      });
    try {
      signal.throwIfAborted();
      const result = await untilAborted(either, () => {
        const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof call>>>();
        const run = async () => {
          // Cockatiel lets further calls wait for the one that probes; with a picture a minute long that is no favour.
          if (!options.waitsForProbe && breaker.state === CircuitState.HalfOpen)
            throw new BrokenCircuitError();
          const answer = await breaker.execute(() => retryWorthwhile(attempt, options.retries, either));
          resolve(answer);
          await awaitEnd?.(answer);
        };
        places.execute(run, either).catch(reject);
        return promise;
      });
      endTimer({ outcome: "answered" });
      return result;
    } catch (error) {
      if (signal.aborted) {
        endTimer({ outcome: "cancelled" });
        throw signal.reason;
      }
      if (deadline.signal.aborted) {
        endTimer({ outcome: "failed" });
        noteFault(timedOut());
        throw timedOut();
      }
      const translated = translate(error);
      endTimer({ outcome: translated === error ? "failed" : "refused" });
      if (translated === error) noteFault(error);
      throw translated;
    } finally {
      clearTimeout(timer);
    }
  };
}

// Written out because Cockatiel's own retry cannot be interrupted while it waits, and would keep its place.
async function retryWorthwhile<Result>(
  attempt: () => Promise<Result>,
  retries: number,
  signal: AbortSignal,
): Promise<Result> {
  for (let made = 0; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      const waitInMs = made < retries ? getWaitInMs(error, made) : undefined;
      if (waitInMs === undefined || signal.aborted) throw error;
      await sleep(waitInMs, undefined, { signal });
    }
  }
}

function getWaitInMs(error: unknown, made: number): number | undefined {
  if (!(error instanceof Error && "isRetryable" in error && error.isRetryable)) return undefined;
  const { retryAfterInSeconds, isOwnAdvice } = error as Error & {
    retryAfterInSeconds?: number;
    isOwnAdvice?: boolean;
  };
  if (retryAfterInSeconds === undefined || isOwnAdvice) return 150 * 2 ** made * (0.75 + Math.random() / 2);
  return retryAfterInSeconds <= longestRetryAfterInSeconds ? retryAfterInSeconds * 1000 : undefined;
}

/** Ends with the signal even when the work does not listen to it. */
async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
