import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";

/** How long a server takes to get its full number of calls after it recovered. */
const slowStartInMs = 10_000;
/** A paused server that nobody called again for this long after its pause is not reported as paused any more. */
const forgetPauseInMs = 60_000;
const samplesToJudge = 5;
const slowFactor = 4;
const slowByAtLeastInMs = 500;
const stalledAfterInMs = 3_000;
/** A server that is slow again soon after a pause is paused twice as long, up to this. */
const longestSlowPauseInMs = 160_000;

export interface ServerHealth {
  /** Whether the server may get one more call; `running` are its calls of this process. */
  accepts(running: number, limit: number): boolean;
  /** Failed or slow, and its pause is not over. */
  isPaused(): boolean;
  /** One call tests whether it has recovered. */
  isProbed(): boolean;
  /** Whether it is reported as paused: until a call succeeds, or a minute after its pause without one. */
  isReportedPaused(): boolean;
  /** Runs a call and counts how it ends. */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
  /** A stream that began well did not end in time. */
  noteLateFailure(): void;
  noteLateSuccess(): void;
  /** Usual time until an answer; undefined until a call was answered. */
  readUsualInMs(): number | undefined;
  /** Pauses the server if it is much slower than the fastest other one. */
  judge(fastestOtherInMs: number): boolean;
}

/** Decides when a server gets no calls: after failures in a row, or when it is much slower than the others. */
export function createServerHealth({
  isFailure,
  failuresThatOpen,
  openInMs,
  hasOthers,
}: {
  isFailure(error: unknown): boolean;
  failuresThatOpen: number;
  openInMs: number;
  /** Without other servers a recovered one gets all calls at once. */
  hasOthers: boolean;
}): ServerHealth {
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: openInMs,
    breaker: new ConsecutiveBreaker(failuresThatOpen),
  });
  const starts = new Set<{ at: number }>();
  let pausedUntil = 0;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let lateFailures = 0;
  let samples = 0;
  let averageInMs = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isolation: { dispose(): void } | undefined;
  let slowPauseInMs = openInMs;

  breaker.onBreak(() => {
    pausedUntil = Date.now() + openInMs;
  });
  breaker.onReset(() => {
    recoveredAt = performance.now();
    samples = 0;
  });

  function isolate(): void {
    const isAgain = performance.now() - recoveredAt < slowPauseInMs;
    slowPauseInMs = isAgain ? Math.min(2 * slowPauseInMs, longestSlowPauseInMs) : openInMs;
    isolation ??= breaker.isolate();
    pausedUntil = Date.now() + slowPauseInMs;
  }

  function endIsolation(): void {
    if (!isolation || Date.now() < pausedUntil) return;
    isolation.dispose();
    isolation = undefined;
    lateFailures = 0;
  }

  return {
    accepts(running, limit) {
      endIsolation();
      // One call tests it; the breaker would refuse those beside it when that one fails.
      if (breaker.state === CircuitState.Open) return Date.now() >= pausedUntil && running === 0;
      if (breaker.state !== CircuitState.Closed) return false;
      if (!hasOthers) return true;
      const sinceInMs = performance.now() - recoveredAt;
      return sinceInMs >= slowStartInMs || running < Math.max(1, (limit * sinceInMs) / slowStartInMs);
    },
    isPaused: () => breaker.state !== CircuitState.Closed && Date.now() < pausedUntil,
    isProbed: () => breaker.state === CircuitState.HalfOpen,
    isReportedPaused() {
      endIsolation();
      return breaker.state !== CircuitState.Closed && Date.now() < pausedUntil + forgetPauseInMs;
    },
    async run(call) {
      const start = { at: performance.now() };
      starts.add(start);
      try {
        const result = await breaker.execute(call);
        const tookInMs = performance.now() - start.at;
        answeredAt = performance.now();
        averageInMs = samples === 0 ? tookInMs : 0.7 * averageInMs + 0.3 * tookInMs;
        samples++;
        return result;
      } finally {
        starts.delete(start);
      }
    },
    noteLateFailure() {
      if (++lateFailures >= failuresThatOpen && breaker.state === CircuitState.Closed) isolate();
    },
    noteLateSuccess() {
      lateFailures = 0;
    },
    readUsualInMs: () => (samples > 0 ? averageInMs : undefined),
    judge(fastestOtherInMs) {
      if (breaker.state !== CircuitState.Closed) return false;
      const limitInMs = slowFactor * fastestOtherInMs;
      const [oldest] = starts;
      const stalledInMs = oldest ? performance.now() - Math.max(oldest.at, answeredAt) : 0;
      const isSlow =
        samples >= samplesToJudge && averageInMs > Math.max(limitInMs, fastestOtherInMs + slowByAtLeastInMs);
      if (!isSlow && stalledInMs <= Math.max(limitInMs, stalledAfterInMs)) return false;
      isolate();
      return true;
    },
  };
}
