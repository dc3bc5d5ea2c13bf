/** Limits how many callers work at once. Others wait, first come, first served. */
export interface ConcurrencyLimiter {
  /** Resolves when a slot is free and rejects with the signal; undefined when too many callers wait already. */
  enter(signal: AbortSignal): Promise<void> | undefined;
  leave(): void;
}

export function createConcurrencyLimiter({
  places,
  maxWaiting,
}: {
  places: number;
  maxWaiting: number;
}): ConcurrencyLimiter {
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
