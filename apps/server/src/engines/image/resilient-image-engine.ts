import type { EngineMetrics } from "../../platform/telemetry/metrics.ts";
import { createEngineGuard, type GuardedServer } from "../engine-guard.ts";
import { checkAnyHealth, listCheckedServers } from "../pool/check-health.ts";
import { type ImageEngine, ImageEngineError } from "./image-engine.ts";

export interface ImageEnginePatience {
  /** Deadline of all attempts together. */
  timeoutInMs: number;
  /**
   * Whether calls wait for a place. A caller who is told "busy" at once can go elsewhere, so calls of the API do not wait
   * for an image to finish; those of a worker have nowhere else to go.
   */
  waitsForPlace: boolean;
}

/** Makes one engine of several servers, with a deadline, circuit breakers and limits. */
export function makeImageEngineResilient(
  name: string,
  servers: readonly [GuardedServer<ImageEngine>, ...GuardedServer<ImageEngine>[]],
  { timeoutInMs, waitsForPlace }: ImageEnginePatience,
  metrics: EngineMetrics,
): ImageEngine {
  const maxConcurrent = servers.reduce((sum, { places }) => sum + places.limit, 0);
  const guard = createEngineGuard(
    {
      engineName: name,
      errorClass: ImageEngineError,
      serverTitle: "image server",
      timeoutInMs,
      timesWait: false,
      maxQueued: waitsForPlace ? maxConcurrent : 0,
      retries: 2,
      movesFromSlow: false,
      failuresThatOpen: 5,
      waitsForProbe: false,
      busyRetryAfterInSeconds: 5,
    },
    servers,
    metrics,
  );
  const { kind, upscale } = servers[0].engine;
  return {
    name,
    kind,
    maxConcurrent,
    checkHealth: (signal) => checkAnyHealth(servers, signal),
    servers: listCheckedServers(servers),
    generate: (request) => guard(request.signal, (engine, signal) => engine.generate({ ...request, signal })),
    ...(upscale && {
      upscale: (image) =>
        guard(image.signal, (engine, signal) => {
          if (!engine.upscale) throw new Error("servers of one engine have the same methods");
          return engine.upscale({ ...image, signal });
        }),
    }),
  };
}
