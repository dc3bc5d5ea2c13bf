/** Lets some callers work at once and some wait, first come, first served. */
export interface WaitingLine {
  /** Ends when a place is free, or fails with the signal; undefined when too many wait already. */
  enter(signal: AbortSignal): Promise<void> | undefined;
  /** Gives the place to the next one. */
  leave(): void;
}

/** Creates a line for that many places and waiters. */
export function createWaitingLine({
  places,
  maxWaiting,
}: {
  places: number;
  maxWaiting: number;
}): WaitingLine {
  const waiting = new Set<() => void>();
  let free = places;

  async function wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener("abort", giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", giveUp));
  }

  return {
    enter(signal) {
      if (free > 0) {
        free--;
        return Promise.resolve();
      }
      return waiting.size < maxWaiting ? wait(signal) : undefined;
    },
    leave() {
      const [next] = waiting;
      if (!next) {
        free++;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
