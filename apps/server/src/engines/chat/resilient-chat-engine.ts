import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from "cockatiel";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { type ChatEngine, ChatEngineError } from "./chat-engine.ts";

/** How patient we are with an engine. */
export interface EnginePatience {
  /** All attempts together. */
  timeoutInMs: number;
  maxConcurrent: number;
}

const retries = 2;
const failuresThatOpen = 8;
const openInMs = 10_000;

/** Puts a deadline, retries of what is worth retrying, a breaker and a bound on concurrency around an engine. */
export function makeResilient(engine: ChatEngine, patience: EnginePatience, metrics: Metrics): ChatEngine {
  const isOurFailure = handleWhen((error) => error instanceof ChatEngineError);
  const policy = wrap(
    // Outermost, so that the deadline and the caller's leaving count while waiting in line as well.
    timeout(patience.timeoutInMs, TimeoutStrategy.Aggressive),
    bulkhead(patience.maxConcurrent, patience.maxConcurrent),
    retry(
      handleWhen((error) => error instanceof ChatEngineError && error.isRetryable),
      { maxAttempts: retries, backoff: new ExponentialBackoff({ initialDelay: 150, maxDelay: 2_000 }) },
    ),
    circuitBreaker(isOurFailure, {
      halfOpenAfter: openInMs,
      breaker: new ConsecutiveBreaker(failuresThatOpen),
    }),
  );
  return {
    name: engine.name,
    isOffline: engine.isOffline,
    checkHealth: (signal) => engine.checkHealth(signal),
    async complete(request) {
      const endTimer = metrics.engineSeconds.startTimer({ engine: engine.name });
      try {
        const completion = await policy.execute(
          ({ signal }) =>
            engine.complete({ ...request, signal }).catch((error) => {
              // Our deadline, not the caller, ended it: a failure that the breaker must see.
              throw signal.aborted && !request.signal.aborted ? createTimeoutError(error) : error;
            }),
          request.signal,
        );
        endTimer({ outcome: "answered" });
        return completion;
      } catch (error) {
        endTimer({ outcome: request.signal.aborted ? "cancelled" : "failed" });
        throw request.signal.aborted ? request.signal.reason : translatePolicyError(error);
      }
    },
  };
}

function translatePolicyError(cause: unknown): unknown {
  const refusal = { isRetryable: false, cause, retryAfterInSeconds: openInMs / 1000 };
  if (cause instanceof TaskCancelledError) return createTimeoutError(cause);
  if (cause instanceof BrokenCircuitError) {
    return new ChatEngineError(
      "engine_unavailable",
      "The model server keeps failing and is given a pause. Nothing is charged; try again shortly.",
      refusal,
    );
  }
  if (cause instanceof BulkheadRejectedError) {
    return new ChatEngineError(
      "engine_unavailable",
      "The model server is fully busy. Nothing is charged; try again shortly.",
      refusal,
    );
  }
  return cause;
}

function createTimeoutError(cause: unknown): ChatEngineError {
  return new ChatEngineError(
    "engine_timeout",
    "The model server did not answer in time. Nothing is charged; try again shortly.",
    { isRetryable: false, cause, retryAfterInSeconds: openInMs / 1000 },
  );
}
