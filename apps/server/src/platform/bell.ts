/** Something that one waits for and others announce. A ring before the wait is not lost. */
export interface Bell {
  ring(): void;
  /** Waits for a ring, or for so long. */
  wait(atMostInMs?: number): Promise<void>;
}

/** Creates a bell for one who waits. */
export function createBell(): Bell {
  let rung = Promise.withResolvers<void>();
  const ring = () => rung.resolve();
  return {
    ring,
    async wait(atMostInMs) {
      const timer = atMostInMs === undefined ? undefined : setTimeout(ring, atMostInMs);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers();
    },
  };
}
