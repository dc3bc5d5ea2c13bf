import type { EngineMetrics } from "../../platform/telemetry/metrics.ts";
import { createEngineGuard } from "../engine-guard.ts";
import { type ChatEngine, ChatEngineError } from "./chat-engine.ts";

/** How patient we are with a chat engine. */
export interface ChatEnginePatience {
  /** Until the answer, or its first text: waiting for a place and all attempts together. */
  timeoutInMs: number;
  /** Answers under way; as many more may wait for a place. */
  maxConcurrent: number;
}

/** Puts a deadline, retries of what is worth retrying, a breaker and a bound on concurrency around an engine. */
export function guardChatEngine(
  engine: ChatEngine,
  { timeoutInMs, maxConcurrent }: ChatEnginePatience,
  metrics: EngineMetrics,
): ChatEngine {
  const guard = createEngineGuard(
    {
      engineName: engine.name,
      errorClass: ChatEngineError,
      serverTitle: "model server",
      timeoutInMs,
      maxConcurrent,
      maxQueued: maxConcurrent,
      retries: 2,
      failuresThatOpen: 8,
      waitsForProbe: true,
      busyRetryAfterInSeconds: 10,
    },
    metrics,
  );
  return {
    name: engine.name,
    isOffline: engine.isOffline,
    checkHealth: (signal) => engine.checkHealth(signal),
    complete: (request) => guard(request.signal, (signal) => engine.complete({ ...request, signal })),
    stream: (request) =>
      guard(
        request.signal,
        (signal) => engine.stream({ ...request, signal }),
        (stream) => stream.ended,
      ),
  };
}
