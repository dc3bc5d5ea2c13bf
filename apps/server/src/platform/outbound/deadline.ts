import { OutboundError } from "./outbound-error.ts";

/** One signal for everything that can end a request early. Dispose it to clear the timer. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts the timeout of a whole request. Aborts with `timed_out`, or with the caller's own reason. */
export function startDeadline(timeoutInMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    const message = `The request was not complete after ${timeoutInMs / 1000} seconds.`;
    controller.abort(new OutboundError("timed_out", message));
  }, timeoutInMs);
  const followCaller = () => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) {
    followCaller();
  }
  callerSignal?.addEventListener("abort", followCaller, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      callerSignal?.removeEventListener("abort", followCaller);
    },
  };
}

/** Settles like the promise, or rejects with the signal's reason as soon as it aborts. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
