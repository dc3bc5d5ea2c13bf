import type { FastifyReply } from "fastify";

/** Tells whether the caller still waits for its answer. */
export interface ClientWatch {
  signal: AbortSignal;
  /** Throws when the caller has left. */
  assertPresent(): void;
}

/** Watches the caller's connection until the answer is sent. The controller is made only when somebody asks for it. */
export function watchClient(reply: FastifyReply): ClientWatch {
  let controller: AbortController | undefined;
  const hasLeft = () => reply.raw.destroyed && !reply.raw.writableFinished;
  return {
    get signal() {
      if (!controller) {
        controller = new AbortController();
        const abort = () => hasLeft() && controller?.abort();
        reply.raw.once("close", abort);
        abort();
      }
      return controller.signal;
    },
    assertPresent() {
      if (hasLeft()) throw new DOMException("The caller left before the answer.", "AbortError");
    },
  };
}
