import type { EngineMetrics } from "../../platform/telemetry/metrics.ts";
import { createEngineGuard } from "../engine-guard.ts";
import { type ImageEngine, ImageEngineError } from "./image-engine.ts";

export interface ImageEnginePatience {
  /** Deadline of all attempts together. */
  timeoutInMs: number;
  /** Concurrent images; further calls are refused at once. */
  maxConcurrent: number;
}

/**
 * Adds a deadline, a circuit breaker and a concurrency limit to an engine. Calls do not queue: an image takes long, so a
 * caller who is told "busy" at once can go elsewhere, while a queued one can only time out.
 */
export function makeImageEngineResilient(
  engine: ImageEngine,
  patience: ImageEnginePatience,
  metrics: EngineMetrics,
): ImageEngine {
  const guard = createEngineGuard(
    {
      engineName: engine.name,
      errorClass: ImageEngineError,
      serverTitle: "image server",
      timeoutInMs: patience.timeoutInMs,
      maxConcurrent: patience.maxConcurrent,
      maxQueued: 0,
      retries: 2,
      failuresThatOpen: 5,
      waitsForProbe: false,
      busyRetryAfterInSeconds: 5,
    },
    metrics,
  );
  const { upscale } = engine;
  return {
    name: engine.name,
    kind: engine.kind,
    maxConcurrent: patience.maxConcurrent,
    checkHealth: (signal) => engine.checkHealth(signal),
    generate: (request) => guard(request.signal, (signal) => engine.generate({ ...request, signal })),
    ...(upscale && {
      upscale: (image) => guard(image.signal, (signal) => upscale.call(engine, { ...image, signal })),
    }),
  };
}
