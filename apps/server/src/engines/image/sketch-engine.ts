import { createRenderThreads } from "@mintwright/sketch/threads";
import { createConcurrencyLimiter } from "../concurrency-limiter.ts";
import { type ImageEngine, ImageEngineError } from "./image-engine.ts";

/** Sketches that may wait for a free thread; beyond them the engine is busy. */
const maxWaiting = 64;

/**
 * Creates the built-in engine, which draws without a model. It renders in worker threads: encoding an image is CPU work
 * on every pixel and would block all other requests.
 */
export function createSketchEngine({
  threads,
}: {
  threads: number;
}): ImageEngine & { stop(): Promise<void> } {
  const pool = createRenderThreads({ threads });
  // The render threads have no bounded queue, so requests wait here.
  const limiter = createConcurrencyLimiter({ places: threads, maxWaiting });
  return {
    name: "sketch",
    kind: "sketch",
    async generate({ subject, width, height, seed, reference, signal }) {
      const turn = limiter.enter(signal);
      if (!turn) {
        throw new ImageEngineError(
          "engine_unavailable",
          "The sketch engine is at capacity. Nothing is charged; try again shortly.",
          { isRetryable: true, retryAfterInSeconds: 5 },
        );
      }
      await turn;
      const { png } = await pool
        .render({ ...subject, width, height, seed, ...(reference && { reference }) }, { signal })
        .finally(() => limiter.leave());
      const warnings = ["The sketch engine is not a diffusion model: it draws what it knows by rules."];
      if (reference && !reference.keepsCharacter)
        warnings.push(
          "The sketch engine takes palette, light and composition from a reference image, not its shapes.",
        );
      return { bytes: png, format: "png", seed, warnings };
    },
    async checkHealth() {},
    stop: () => pool.stop(),
  };
}
