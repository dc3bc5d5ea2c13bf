import { extname } from "node:path";
import { Piscina } from "piscina";
import type { SketchRequest } from "./request.ts";

/** Worker threads that render images, so that the caller's event loop stays free. */
export interface RenderThreads {
  /** Renders a request as PNG. Aborting stops the work at once. */
  render(request: SketchRequest, options?: { signal?: AbortSignal }): Promise<{ png: Buffer }>;
  /** Ends all threads and aborts unfinished work. */
  stop(): Promise<void>;
}

/**
 * Starts threads on demand and ends them after a minute without work. Call `render` at most `threads` times at once: the
 * pool limits its queue only for calls without a signal, and an aborted call can leave those queued behind it without a
 * thread.
 */
export function createRenderThreads({ threads }: { threads: number }): RenderThreads {
  const pool = new Piscina<SketchRequest, Uint8Array>({
    filename: new URL(`./render-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
  });
  return {
    async render(request, { signal } = {}) {
      const bytes = await pool.run(request, { signal: signal ?? null });
      return { png: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    },
    stop: () => pool.destroy(),
  };
}
