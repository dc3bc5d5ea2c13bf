import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";

/** How long a server takes to get its full number of calls after it recovered. */
const slowStartInMs = 10_000;
/** A paused server that nobody called again for this long after its pause is not reported as paused any more. */
const forgetPauseInMs = 60_000;
const samplesToJudge = 5;
const slowFactor = 4;
const slowByAtLeastInMs = 500;
const stalledAfterInMs = 3_000;
const wholeOverdueAfterInMs = 15_000;
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
  run<Result>(call: () => Promise<Result>, how: { isWhole: boolean }): Promise<Result>;
  /** A stream that began well did not end in time. */
  noteLateFailure(): void;
  noteLateSuccess(): void;
  /** Usual time until a first sign of life; undefined until a call was answered. */
  readUsualInMs(): number | undefined;
  /** Usual time of whole answers; undefined unless the server gave one lately. */
  readUsualWholeInMs(): number | undefined;
  /** Pauses the server if it is much slower than the fastest other one. */
  judge(fastestOtherInMs: number): boolean;
  /** Pauses the server if its whole answers are long overdue. Their calls go on, since an answer may just be long. */
  judgeWhole(fastestOtherInMs: number): void;
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
  const first = createPace();
  const whole = createPace();
  let pausedUntil = 0;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let lateFailures = 0;
  let isolation: { dispose(): void } | undefined;
  let slowPauseInMs = openInMs;

  breaker.onBreak(() => {
    pausedUntil = Date.now() + openInMs;
  });
  breaker.onReset(() => {
    recoveredAt = performance.now();
    first.forget();
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
    run: (call, { isWhole }) => (isWhole ? whole : first).time(() => breaker.execute(call)),
    noteLateFailure() {
      if (++lateFailures >= failuresThatOpen && breaker.state === CircuitState.Closed) isolate();
    },
    noteLateSuccess() {
      lateFailures = 0;
    },
    readUsualInMs: first.readUsualInMs,
    judge(fastestOtherInMs) {
      if (breaker.state !== CircuitState.Closed) return false;
      if (!isSlow(first, fastestOtherInMs)) return false;
      isolate();
      return true;
    },
    readUsualWholeInMs() {
      const isRecent = performance.now() - whole.readAnsweredAt() < wholeOverdueAfterInMs;
      return isRecent && breaker.state === CircuitState.Closed ? whole.readUsualInMs() : undefined;
    },
    judgeWhole(fastestOtherInMs) {
      const limitInMs = Math.max(slowFactor * fastestOtherInMs, wholeOverdueAfterInMs);
      if (breaker.state === CircuitState.Closed && whole.readStalledInMs() > limitInMs) isolate();
    },
  };
}

function isSlow(pace: Pace, fastestOtherInMs: number): boolean {
  const limitInMs = slowFactor * fastestOtherInMs;
  if (pace.readStalledInMs() > Math.max(limitInMs, stalledAfterInMs)) return true;
  const usualInMs = pace.countSamples() >= samplesToJudge ? (pace.readUsualInMs() ?? 0) : 0;
  return usualInMs > Math.max(limitInMs, fastestOtherInMs + slowByAtLeastInMs);
}

type Pace = ReturnType<typeof createPace>;

/** Measures how long calls take. */
function createPace() {
  const starts = new Set<{ at: number }>();
  let samples = 0;
  let averageInMs = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    async time<Result>(call: () => Promise<Result>): Promise<Result> {
      const start = { at: performance.now() };
      starts.add(start);
      try {
        const result = await call();
        answeredAt = performance.now();
        const tookInMs = answeredAt - start.at;
        averageInMs = samples === 0 ? tookInMs : 0.7 * averageInMs + 0.3 * tookInMs;
        samples++;
        return result;
      } finally {
        starts.delete(start);
      }
    },
    /** How long calls run without any answer. */
    readStalledInMs() {
      const [oldest] = starts;
      return oldest ? performance.now() - Math.max(oldest.at, answeredAt) : 0;
    },
    readAnsweredAt: () => answeredAt,
    readUsualInMs: () => (samples > 0 ? averageInMs : undefined),
    countSamples: () => samples,
    forget() {
      samples = 0;
    },
  };
}
