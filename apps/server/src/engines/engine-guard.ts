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

export interface EngineGuardOptions {
  engineName: string;
  /** Errors of this class count as engine failures; others pass through uncounted. */
  errorClass: EngineErrorClass;
  /** Used in error messages, such as "model server". */
  serverTitle: string;
  /** Deadline of the wait and all attempts together. */
  timeoutInMs: number;
  maxConcurrent: number;
  /** Calls that may wait for a free slot; 0 refuses at once. */
  maxQueued: number;
  retries: number;
  /** Consecutive failed calls that open the circuit breaker. */
  failuresThatOpen: number;
  /** How long the breaker stays open, 10,000 by default. */
  openInMs?: number;
  /** Whether calls wait while one call probes a recovering engine; otherwise they are refused. */
  waitsForProbe: boolean;
  /** Retry-After of a call that is refused because every slot is taken. */
  busyRetryAfterInSeconds: number;
}

/**
 * Runs one engine call under a deadline, retries, a circuit breaker and a concurrency limit. A result that continues,
 * such as a stream, keeps its slot until `awaitEnd` resolves.
 */
export type EngineGuard = <Result>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
  awaitEnd?: (result: Result) => Promise<void>,
) => Promise<Result>;

// For longer Retry-After values the caller retries, who holds no credits meanwhile.
const longestRetryAfterInSeconds = 5;

/** Creates the guard of one engine. All its methods share the slots and the breaker. */
export function createEngineGuard(options: EngineGuardOptions, metrics: EngineMetrics): EngineGuard {
  const { errorClass, serverTitle, openInMs = 10_000 } = options;
  const places = bulkhead(options.maxConcurrent, options.maxQueued);
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof errorClass && error.isRefusal !== true),
    { halfOpenAfter: openInMs, breaker: new ConsecutiveBreaker(options.failuresThatOpen) },
  );

  const { engineName: engine } = options;
  metrics.enginePaused.set({ engine }, 0);
  breaker.onBreak(() => metrics.enginePaused.set({ engine }, 1));
  breaker.onReset(() => metrics.enginePaused.set({ engine }, 0));

  metrics.engineBacklog.watch(engine, () => ({
    running: options.maxConcurrent - places.executionSlots,
    waiting: options.maxQueued - places.queueSlots,
  }));

  function noteFault(error: unknown): void {
    if (!(error instanceof errorClass) || error.isRefusal === true) return;
    // The cause is more precise than the caller's message, and only operators see it.
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
      return refuse("is at capacity", options.busyRetryAfterInSeconds, error);
    }
    if (error instanceof BrokenCircuitError) {
      return refuse("keeps failing and is paused", openInMs / 1000, error);
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
    // Converted inside the breaker, so that an engine that hangs opens it.
    const attempt = () =>
      untilAborted(either, () => call(either)).catch((error: unknown) => {
        throw deadline.signal.aborted && !signal.aborted ? timedOut() : error;
      });
    try {
      signal.throwIfAborted();
      const result = await untilAborted(either, () => {
        const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof call>>>();
        const run = async () => {
          // Cockatiel lets calls wait for the probe. An image takes a minute, so they are better refused.
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

// Not Cockatiel's retry: its wait cannot be aborted and would keep the slot.
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

/** Rejects when the signal aborts, even if the work ignores it. */
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
