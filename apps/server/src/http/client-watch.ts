import type { FastifyReply } from "fastify";

export interface ClientWatch {
  signal: AbortSignal;
  assertPresent(): void;
  /** Aborts the work although the caller is connected. */
  abort(): void;
  /** Lets the work continue after the caller disconnects. */
  letWorkGoOn(): void;
}

/** Watches the caller's connection until the answer is sent. The AbortController is created on first use. */
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
      if (hasLeft()) throw new DOMException("The caller disconnected before the answer.", "AbortError");
    },
    abort: () => controller?.abort(),
    letWorkGoOn() {
      mustGoOn = true;
    },
  };
}
