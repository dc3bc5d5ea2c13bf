import { extname } from "node:path";
import { Piscina } from "piscina";
import { AppError } from "../../platform/errors.ts";
import { createWaitingLine } from "../waiting-line.ts";

/** How much the classifier takes on. */
export interface NsfwClassifierOptions {
  /** Pictures that may wait for the one that is rated; beyond them the classifier says at once that it is busy. */
  maxWaiting: number;
}

/** Creates the classifier of the nsfwjs project: MobileNet in WebAssembly, on one thread that ends when idle. */
export function createNsfwClassifier({ maxWaiting }: NsfwClassifierOptions): PictureClassifier {
  const pool = new Piscina<Uint8Array, number>({
    filename: new URL(`./nsfw-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  const line = createWaitingLine({ places: 1, maxWaiting });
  return {
    async rate(bytes, signal) {
      signal.throwIfAborted();
      const turn = line.enter(signal);
      if (!turn) {
        throw new AppError(
          "engine_unavailable",
          "The check of pictures is fully busy. Nothing is charged; try again shortly.",
          { retryAfterInSeconds: 5 },
        );
      }
      await turn;
      try {
        // One that has begun is finished: ending its thread would load the model anew for the next.
        return await pool.run(bytes);
      } finally {
        line.leave();
      }
    },
    stop: () => pool.destroy(),
  };
}

/** Rates pictures. */
export interface PictureClassifier {
  /** How likely a picture is not safe for work, from 0 to 1. */
  rate(bytes: Buffer, signal: AbortSignal): Promise<number>;
  stop(): Promise<void>;
}
