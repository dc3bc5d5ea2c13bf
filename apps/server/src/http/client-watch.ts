import type { FastifyReply } from "fastify";

/** Tells whether the caller still waits for its answer. */
export interface ClientWatch {
  signal: AbortSignal;
  /** Throws when the caller has left. */
  assertPresent(): void;
  /** Ends the work although the caller is there. */
  abort(): void;
  /** From now on the work goes on although the caller leaves. */
  letWorkGoOn(): void;
}

/** Watches the caller's connection until the whole answer is sent. The controller is made only when somebody asks for it. */
export function watchClient(reply: FastifyReply): ClientWatch {
  let controller: AbortController | undefined;
  let mustGoOn = false;
  const hasLeft = () => reply.raw.destroyed && !reply.raw.writableFinished;
  return {
    get signal() {
      if (!controller) {
        controller = new AbortController();
        const abort = () => hasLeft() && !mustGoOn && controller?.abort();
        reply.raw.once("close", abort);
        abort();
      }
      return controller.signal;
    },
    assertPresent() {
      if (hasLeft()) throw new DOMException("The caller left before the answer.", "AbortError");
    },
    abort: () => controller?.abort(),
    letWorkGoOn() {
      mustGoOn = true;
    },
  };
}
