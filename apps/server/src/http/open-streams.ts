import type { FastifyInstance } from "fastify";

/** Tracks the streams of a server, so that shutdown can end endless ones. */
export interface OpenStreams {
  readonly isStopping: boolean;
  onStop(end: () => void): () => void;
}

export function createOpenStreams(app: FastifyInstance): OpenStreams {
  const listeners = new Set<() => void>();
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const end of listeners) end();
  });
  return {
    get isStopping() {
      return isStopping;
    },
    onStop(end) {
      listeners.add(end);
      return () => listeners.delete(end);
    },
  };
}
