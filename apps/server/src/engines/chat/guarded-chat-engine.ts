import type { EngineMetrics } from "../../platform/telemetry/metrics.ts";
import { createEngineGuard, type GuardedServer } from "../engine-guard.ts";
import { checkAnyHealth, listCheckedServers } from "../pool/check-health.ts";
import { type ChatEngine, ChatEngineError } from "./chat-engine.ts";

export interface ChatEnginePatience {
  /** Time until the answer or its first text, including the wait for a place and all attempts. */
  timeoutInMs: number;
  /** Time until the end of a streamed answer, and of an answer in one piece. */
  streamTimeoutInMs: number;
}

// The hold of an answer in one piece is not renewed: it must end before.
const longestWholeInMs = 170_000;

/**
 * Makes one engine of several servers, with a deadline, retries, circuit breakers and limits. As many calls as the servers
 * have places may wait for one.
 */
export function guardChatEngine(
  name: string,
  servers: readonly GuardedServer<ChatEngine>[],
  { timeoutInMs, streamTimeoutInMs }: ChatEnginePatience,
  metrics: EngineMetrics,
): ChatEngine {
  const guard = createEngineGuard(
    {
      engineName: name,
      errorClass: ChatEngineError,
      serverTitle: "model server",
      timeoutInMs,
      timesWait: true,
      totalTimeoutInMs: Math.max(timeoutInMs, streamTimeoutInMs),
      wholeTimeoutInMs: Math.max(timeoutInMs, Math.min(streamTimeoutInMs, longestWholeInMs)),
      maxQueued: servers.reduce((sum, { places }) => sum + places.limit, 0),
      retries: 2,
      movesFromSlow: true,
      failuresThatOpen: 8,
      waitsForProbe: true,
      busyRetryAfterInSeconds: 10,
    },
    servers,
    metrics,
  );
  return {
    name,
    isOffline: false,
    checkHealth: (signal) => checkAnyHealth(servers, signal),
    servers: listCheckedServers(servers),
    complete: (request) => guard(request.signal, (engine, signal) => engine.complete({ ...request, signal })),
    stream: (request) =>
      guard(request.signal, (engine, signal) => engine.stream({ ...request, signal }), {
        awaitEnd: (stream) => stream.ended,
        isWhole: request.isWhole,
      }),
  };
}
