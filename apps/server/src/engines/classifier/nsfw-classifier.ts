import { extname } from "node:path";
import { Piscina } from "piscina";
import { AppError } from "../../platform/errors.ts";
import { createConcurrencyLimiter } from "../concurrency-limiter.ts";

export interface NsfwClassifierOptions {
  /** Images that may wait for the one being rated; beyond them `rate` throws at once. */
  maxWaiting: number;
}

/** Creates the nsfwjs classifier: MobileNet in WebAssembly, on one thread that ends when idle. */
export function createNsfwClassifier({ maxWaiting }: NsfwClassifierOptions): ImageClassifier {
  const pool = new Piscina<Uint8Array, number>({
    filename: new URL(`./nsfw-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  const limiter = createConcurrencyLimiter({ places: 1, maxWaiting });
  return {
    async rate(bytes, signal) {
      signal.throwIfAborted();
      const turn = limiter.enter(signal);
      if (!turn) {
        throw new AppError(
          "engine_unavailable",
          "The image check is at capacity. Nothing is charged; try again shortly.",
          { retryAfterInSeconds: 5 },
        );
      }
      await turn;
      try {
        // A started rating is finished: ending its thread would reload the model for the next one.
        return await pool.run(bytes);
      } finally {
        limiter.leave();
      }
    },
    stop: () => pool.destroy(),
  };
}

export interface ImageClassifier {
  /** Probability that an image is not safe for work, from 0 to 1. */
  rate(bytes: Buffer, signal: AbortSignal): Promise<number>;
  stop(): Promise<void>;
}
