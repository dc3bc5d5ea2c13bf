import { extname } from "node:path";
import { Piscina } from "piscina";
import { AppError } from "../../platform/errors.ts";
import { createWaitingLine } from "../waiting-line.ts";
import type { Enlargement } from "./esrgan-worker.ts";

/** How much the upscaler takes on at once. */
export interface EsrganUpscalerOptions {
  /** Pictures enlarged at the same time, each on a thread of its own. */
  threads: number;
  /** Pictures that may wait for a thread; beyond them the upscaler says at once that it is busy. */
  maxWaiting: number;
}

/** Creates the built-in upscaler: ESRGAN in WebAssembly, on threads that end when idle and free their memory. */
export function createEsrganUpscaler({ threads, maxWaiting }: EsrganUpscalerOptions): Upscaler {
  const pool = new Piscina<Enlargement, Uint8Array>({
    filename: new URL(`./esrgan-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
  });
  // Waiting is not left to the pool: with minThreads 0, aborting its only running task ends the thread and
  // starts no other, and what waits there stays until the next task comes.
  const line = createWaitingLine({ places: threads, maxWaiting });
  let isStopped = false;

  function explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (isStopped) return refuse("is stopping", error);
    return new AppError(
      "engine_failed",
      "The picture could not be enlarged. Nothing is charged; check that it opens in a picture viewer.",
      { cause: error },
    );
  }

  return {
    async enlarge({ bytes, width, height, signal }) {
      signal.throwIfAborted();
      const turn = line.enter(signal);
      if (!turn) throw refuse("is fully busy");
      await turn;
      try {
        // A destroyed pool would start threads again for whoever was still waiting.
        if (isStopped) throw refuse("is stopping");
        const png = await pool.run({ bytes, width, height }, { signal });
        return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
      } catch (error) {
        throw explain(error, signal);
      } finally {
        line.leave();
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

/** Enlarges pictures by adding believable detail, and restores detail at the same size. */
export interface Upscaler {
  /** Returns a PNG of exactly the given size. */
  enlarge(picture: { bytes: Buffer; width: number; height: number; signal: AbortSignal }): Promise<Buffer>;
  /** Ends its workers. */
  stop(): Promise<void>;
}
