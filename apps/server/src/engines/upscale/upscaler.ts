import { extname } from "node:path";
import { Piscina } from "piscina";
import { AppError } from "../../platform/errors.ts";
import { createConcurrencyLimiter } from "../concurrency-limiter.ts";
import type { Upscale } from "./upscale-worker.ts";

export interface UpscalerOptions {
  threads: number;
  /** Images that may wait for a thread; beyond them `enlarge` throws at once. */
  maxWaiting: number;
}

/** Creates the built-in upscaler, on threads that end when idle to free their memory. */
export function createUpscaler({ threads, maxWaiting }: UpscalerOptions): Upscaler {
  const pool = new Piscina<Upscale, Uint8Array>({
    filename: new URL(`./upscale-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
  });
  // Not queued in the pool: with minThreads 0, aborting its only running task ends the thread without starting another,
  // and queued tasks would wait until the next one arrives.
  const limiter = createConcurrencyLimiter({ places: threads, maxWaiting });
  let isStopped = false;

  function explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (isStopped) return refuse("is stopping", error);
    return new AppError(
      "engine_failed",
      "The image could not be enlarged. Nothing is charged; check that the file opens in an image viewer.",
      { cause: error },
    );
  }

  return {
    async enlarge({ bytes, width, height, signal }) {
      signal.throwIfAborted();
      const turn = limiter.enter(signal);
      if (!turn) throw refuse("is at capacity");
      await turn;
      try {
        // A destroyed pool would start threads again for calls that were still waiting.
        if (isStopped) throw refuse("is stopping");
        const png = await pool.run({ bytes, width, height }, { signal });
        return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
      } catch (error) {
        throw explain(error, signal);
      } finally {
        limiter.leave();
      }
    },
    async stop() {
      isStopped = true;
      await pool.destroy();
    },
  };
}

function refuse(state: string, cause?: unknown): AppError {
  return new AppError("engine_unavailable", `The upscaler ${state}. Nothing is charged; try again shortly.`, {
    cause,
    retryAfterInSeconds: 5,
  });
}

/** Enlarges images, and restores detail at the same size. */
export interface Upscaler {
  /** Returns a PNG of exactly the given size. */
  enlarge(image: { bytes: Buffer; width: number; height: number; signal: AbortSignal }): Promise<Buffer>;
  stop(): Promise<void>;
}
