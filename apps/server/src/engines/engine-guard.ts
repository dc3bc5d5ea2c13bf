import { setTimeout as sleep } from "node:timers/promises";
import { BrokenCircuitError, IsolatedCircuitError } from "cockatiel";
import type { AppError, AppErrorOptions } from "../platform/errors.ts";
import type { EngineMetrics } from "../platform/telemetry/metrics.ts";
import { createServerHealth } from "./pool/server-health.ts";
import type { ServerPlaces } from "./pool/server-places.ts";
import { createServerPool, PoolRefusal } from "./pool/server-pool.ts";

type EngineErrorClass = new (
  code: "engine_unavailable" | "engine_timeout",
  message: string,
  options: AppErrorOptions & { isRetryable: boolean },
) => AppError & { isRetryable: boolean; isRefusal?: boolean };

/** A server that an engine may send a call to. */
export interface GuardedServer<Engine> {
  engine: Engine;
  places: ServerPlaces;
  weight: number;
}

export interface EngineGuardOptions {
  engineName: string;
  /** Errors of this class count as engine failures; others pass through uncounted. */
  errorClass: EngineErrorClass;
  /** Used in error messages, such as "model server". */
  serverTitle: string;
  /** Deadline of all attempts together. */
  timeoutInMs: number;
  /** Whether the wait for a place counts to the deadline; otherwise it has the same time once more. */
  timesWait: boolean;
  /** Deadline of a result that continues, such as a stream, from the call to its end. */
  totalTimeoutInMs?: number;
  /** Deadline of all attempts of a call that is answered in one piece, which takes as long as a whole stream. */
  wholeTimeoutInMs?: number;
  /** Calls that may wait for a place; 0 refuses when every place is taken. */
  maxQueued: number;
  retries: number;
  /** Whether a call that a slow server has not answered yet is moved to another server when the slow one is paused. */
  movesFromSlow: boolean;
  /** Consecutive failed calls that pause a server; with several servers at most 3. */
  failuresThatOpen: number;
  /** How long a server is paused, 10,000 by default. */
  openInMs?: number;
  /** Whether calls wait while one call probes the only server; otherwise they are refused. */
  waitsForProbe: boolean;
  /** Retry-After of a call that is refused because every slot is taken. */
  busyRetryAfterInSeconds: number;
}

export interface GuardedCall<Result> {
  /** A result that continues, such as a stream, keeps its place until this resolves. */
  awaitEnd?(result: Result): Promise<void>;
  /** Whether the first sign of life is the complete answer. Its time then says nothing about the speed of the server. */
  isWhole?: boolean | undefined;
}

/** Runs one call on a server of an engine under a deadline, with retries on other servers, circuit breakers and limits. */
export type EngineGuard<Engine> = <Result>(
  signal: AbortSignal,
  call: (engine: Engine, signal: AbortSignal) => Promise<Result>,
  how?: GuardedCall<Result>,
) => Promise<Result>;

// For longer Retry-After values the caller retries, who holds no credits meanwhile.
const longestRetryAfterInSeconds = 5;
const failuresThatOpenInPool = 3;

/** Creates the guard of one engine. All its methods share the places and the breakers. */
export function createEngineGuard<Engine>(
  options: EngineGuardOptions,
  guarded: readonly GuardedServer<Engine>[],
  metrics: EngineMetrics,
): EngineGuard<Engine> {
  const { errorClass, serverTitle, engineName: engine, openInMs = 10_000 } = options;
  const hasOthers = guarded.length > 1;
  const isFailure = (error: unknown) => error instanceof errorClass && error.isRefusal !== true;
  const failuresThatOpen = Math.min(
    options.failuresThatOpen,
    hasOthers ? failuresThatOpenInPool : Number.POSITIVE_INFINITY,
  );
  const servers = guarded.map((server) => ({
    ...server,
    running: 0,
    unanswered: new Set<AbortController>(),
    health: createServerHealth({ isFailure, failuresThatOpen, openInMs, hasOthers }),
  }));
  type Server = (typeof servers)[number];
  const pool = createServerPool<Server>(servers, { ...options, onSlow: moveCalls });
  metrics.engineBacklog.watch(engine, {
    readRunning: () => servers.reduce((sum, { running }) => sum + running, 0),
    readWaiting: pool.countWaiting,
    servers: servers.map((server) => ({
      server: server.places.server,
      read: () => ({
        running: server.running,
        limit: server.places.limit,
        leased: server.places.lease.places,
        isPaused: server.health.isReportedPaused(),
      }),
    })),
  });

  function moveCalls({ unanswered }: Server): void {
    if (!options.movesFromSlow) return;
    const tooSlow = new errorClass(
      "engine_timeout",
      `The ${serverTitle} did not answer in time. Nothing is charged; try again shortly.`,
      { isRetryable: true, cause: new Error("much slower than the other servers") },
    );
    for (const controller of unanswered) controller.abort(tooSlow);
  }

  function noteFault(error: unknown): void {
    if (!isFailure(error)) return;
    const fault = error as AppError;
    // The cause is more precise than the caller's message, and only operators see it.
    const message = (fault.cause as Error | undefined)?.message || fault.message;
    metrics.engineFaults.set(engine, { message, happenedAt: new Date() });
  }

  function refuse(sentence: string, retryAfterInSeconds: number, cause: unknown): AppError {
    return new errorClass(
      "engine_unavailable",
      `The ${serverTitle} ${sentence}. Nothing is charged; try again shortly.`,
      { isRetryable: false, cause, retryAfterInSeconds },
    );
  }

  const timedOut = () =>
    new errorClass(
      "engine_timeout",
      `The ${serverTitle} did not answer in time. Nothing is charged; try again shortly.`,
      { isRetryable: false, retryAfterInSeconds: openInMs / 1000 },
    );

  function translate(error: unknown): unknown {
    if (!isPause(error) && !(error instanceof PoolRefusal)) return error;
    return isPause(error) || error.isPaused
      ? refuse("keeps failing and is paused", openInMs / 1000, error)
      : refuse("is at capacity", options.busyRetryAfterInSeconds, error);
  }

  async function waitForPlace(entered: Promise<Server>, deadline: Deadline): Promise<Server> {
    const waitedFrom = performance.now();
    try {
      return await entered;
    } catch (error) {
      throw deadline.hasPassed() ? new PoolRefusal("at capacity") : error;
    } finally {
      metrics.engineWaitSeconds.observe({ engine }, (performance.now() - waitedFrom) / 1000);
      if (!options.timesWait) deadline.restart();
    }
  }

  return async (signal, call, { awaitEnd, isWhole = false } = {}) => {
    const timeoutInMs = (isWhole && options.wholeTimeoutInMs) || options.timeoutInMs;
    const endTimer = metrics.engineSeconds.startTimer({ engine });
    const startedAt = performance.now();
    const deadline = createDeadline(timeoutInMs, timedOut);
    const either = AbortSignal.any([signal, deadline.signal]);

    /** Makes one attempt. Its place is free when it failed, or when its result has ended. */
    async function attempt(failed: Server | undefined) {
      const entered = pool.enter({ signal: either, failed });
      if (!(entered instanceof Promise)) metrics.engineWaitSeconds.observe({ engine }, 0);
      const server = entered instanceof Promise ? await waitForPlace(entered, deadline) : entered;
      server.running++;
      const moved = new AbortController();
      const until = hasOthers ? AbortSignal.any([either, moved.signal]) : either;
      server.unanswered.add(moved);
      const leave = () => {
        server.running--;
        pool.leave(server, { isAborted: until.aborted });
      };
      try {
        const calledAt = performance.now();
        const once = () =>
          untilAborted(until, () => call(server.engine, until)).catch((error: unknown) => {
            // A call that waited for most of its time says nothing about the server.
            const hadTime = performance.now() - calledAt >= timeoutInMs / 2;
            throw deadline.hasPassed() && !hadTime ? new Error("out of time") : error;
          });
        const result = await server.health.run(
          hasOthers ? once : () => retryWorthwhile(once, options.retries, either),
          { isWhole },
        );
        if (awaitEnd)
          void awaitEnd(result)
            .then(() => noteEnd(server))
            .finally(leave);
        else leave();
        return { result, server };
      } catch (error) {
        leave();
        return { error, server };
      } finally {
        server.unanswered.delete(moved);
      }
    }

    function noteEnd(server: Server): void {
      if (deadline.hasPassed()) {
        server.health.noteLateFailure();
        noteFault(timedOut());
      } else if (!signal.aborted) server.health.noteLateSuccess();
      deadline.clear();
    }

    try {
      signal.throwIfAborted();
      let failed: Server | undefined;
      for (let made = 0; ; made++) {
        const outcome = await attempt(failed);
        if (!("error" in outcome)) {
          endTimer({ outcome: "answered" });
          const { totalTimeoutInMs } = options;
          if (!awaitEnd || !totalTimeoutInMs) deadline.clear();
          else deadline.restart(startedAt + totalTimeoutInMs - performance.now());
          return outcome.result;
        }
        const canTryAnother = hasOthers && made < options.retries && !either.aborted;
        const isWorthwhile = isPause(outcome.error) || getWaitInMs(outcome.error, made) !== undefined;
        if (!canTryAnother || !isWorthwhile) throw outcome.error;
        failed = outcome.server;
      }
    } catch (caught) {
      const hasTimedOut = deadline.hasPassed() && !(caught instanceof PoolRefusal);
      const error = hasTimedOut ? deadline.signal.reason : caught;
      const translated = translate(error);
      const isRefused = translated !== error;
      const outcome = signal.aborted ? "cancelled" : isRefused ? "refused" : "failed";
      endTimer({ outcome });
      deadline.clear();
      if (outcome === "cancelled") throw signal.reason;
      if (outcome === "failed") noteFault(error);
      throw translated;
    }
  };
}

/** A breaker opened between the choice of a server and the call. */
function isPause(error: unknown): error is BrokenCircuitError | IsolatedCircuitError {
  return error instanceof BrokenCircuitError || error instanceof IsolatedCircuitError;
}

interface Deadline {
  signal: AbortSignal;
  restart(timeoutInMs?: number): void;
  hasPassed(): boolean;
  clear(): void;
}

function createDeadline(timeoutInMs: number, createError: () => Error): Deadline {
  const controller = new AbortController();
  const start = (inMs: number) => setTimeout(() => controller.abort(createError()), inMs);
  let timer = start(timeoutInMs);
  return {
    signal: controller.signal,
    restart(inMs = timeoutInMs) {
      clearTimeout(timer);
      timer = start(Math.max(0, inMs));
    },
    hasPassed: () => controller.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}

// Not Cockatiel's retry: its wait cannot be aborted and would keep the place.
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
