import type { FastifyInstance } from "fastify";

/** Knows the answers that are being written, so that a stopping server need not wait for endless ones. */
export interface OpenStreams {
  readonly isStopping: boolean;
  /** Calls back when the server stops; returns how to be forgotten. */
  onStop(end: () => void): () => void;
}

/** Creates the list of open streams of one server. */
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
