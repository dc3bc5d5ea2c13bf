import type { EngineMetrics } from "../../platform/telemetry/metrics.ts";
import { type ImageEngine, ImageEngineError } from "./image-engine.ts";

/** Adds metrics to the built-in engine, which needs no guard. */
export function measureImageEngine(engine: ImageEngine, metrics: EngineMetrics): ImageEngine {
  let running = 0;
  metrics.engineBacklog.watch(engine.name, {
    readRunning: () => running,
    readWaiting: () => 0,
    servers: [],
  });
  return {
    ...engine,
    async generate(request) {
      const endTimer = metrics.engineSeconds.startTimer({ engine: engine.name });
      running++;
      try {
        const image = await engine.generate(request);
        endTimer({ outcome: "answered" });
        return image;
      } catch (error) {
        const isBusy = error instanceof ImageEngineError && error.code === "engine_unavailable";
        endTimer({ outcome: request.signal.aborted ? "cancelled" : isBusy ? "refused" : "failed" });
        throw error;
      } finally {
        running--;
      }
    },
  };
}
