import type { EngineMetrics } from "../../platform/telemetry/metrics.ts";
import { createEngineGuard } from "../engine-guard.ts";
import { type ChatEngine, ChatEngineError } from "./chat-engine.ts";

export interface ChatEnginePatience {
  /** Time until the answer or its first text, including the wait for a free slot and all attempts. */
  timeoutInMs: number;
  /** Concurrent answers; as many more may wait for a slot. */
  maxConcurrent: number;
}

/** Adds a deadline, retries, a circuit breaker and a concurrency limit to an engine. */
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
