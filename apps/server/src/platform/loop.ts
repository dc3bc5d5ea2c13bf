/** Starts a waiting loop early. A wake-up that arrives before the wait is not lost. */
export interface WakeSignal {
  wake(): void;
  /** Resolves at the next wake-up, or after the timeout with "timeout". */
  wait(timeoutInMs?: number): Promise<"woken" | "timeout">;
}

/** The longest delay that a timer of Node takes. */
const maxTimerInMs = 2 ** 31 - 1;

/** Creates a wake signal for one waiter. */
export function createWakeSignal(): WakeSignal {
  let pending = Promise.withResolvers<"woken" | "timeout">();
  return {
    wake: () => pending.resolve("woken"),
    async wait(timeoutInMs = Number.POSITIVE_INFINITY) {
      const timer =
        timeoutInMs > maxTimerInMs ? undefined : setTimeout(() => pending.resolve("timeout"), timeoutInMs);
      // A loop alone does not keep its process alive.
      timer?.unref();
      const reason = await pending.promise;
      clearTimeout(timer);
      pending = Promise.withResolvers();
      return reason;
    },
  };
}

/** Yields at once, then after each wake-up or pause, until the signal aborts. */
export async function* eachTurn(
  wakeSignal: WakeSignal,
  { pauseInMs, signal }: { pauseInMs?: () => number; signal: AbortSignal },
): AsyncGenerator<"started" | "woken" | "timeout"> {
  let reason: "started" | "woken" | "timeout" = "started";
  signal.addEventListener("abort", wakeSignal.wake, { once: true });
  try {
    while (!signal.aborted) {
      yield reason;
      const timeoutInMs = pauseInMs?.();
      if (!signal.aborted) reason = timeoutInMs === 0 ? "timeout" : await wakeSignal.wait(timeoutInMs);
    }
  } finally {
    signal.removeEventListener("abort", wakeSignal.wake);
  }
}

/** When a loop runs. */
export interface LoopSettings {
  /** Pause between two turns. */
  intervalInMs: number;
  /** Share by which each pause is varied, so that processes do not ask the database in step; 0.1 unless given. */
  jitter?: number;
  /** The pause doubles with each failed turn in a row, up to this; 5,000 or the interval, whichever is longer. */
  maxBackoffInMs?: number;
  /** Runs the first turn after one pause instead of at once. */
  startsWithPause?: boolean;
  /** Runs one more turn when it is stopped, for what must be written before the process ends. */
  endsWithTurn?: boolean;
  onError(error: unknown): void;
}

/** A loop that runs until it is stopped. */
export interface Loop {
  /** Starts the next turn now; during a turn, right after it. */
  wake(): void;
  /** Ends after the turn that is under way. */
  stop(): Promise<void>;
}

/**
 * Runs a turn again and again. A turn returns how long to pause in milliseconds: 0 to continue at once, Infinity to wait
 * for the wake signal, nothing for the usual interval.
 */
export function startLoop(
  settings: LoopSettings,
  turn: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>,
): Loop {
  const { intervalInMs, jitter = 0.1, maxBackoffInMs = Math.max(5_000, intervalInMs), onError } = settings;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  let failures = 0;
  let pauseInMs = vary(intervalInMs);

  function vary(timeInMs: number): number {
    return timeInMs * (1 + jitter * (2 * Math.random() - 1));
  }

  async function runTurn(): Promise<void> {
    try {
      pauseInMs = (await turn(stopping.signal)) ?? vary(intervalInMs);
      failures = 0;
    } catch (error) {
      onError(error);
      pauseInMs = vary(Math.min(intervalInMs * 2 ** Math.min(failures, 16), maxBackoffInMs));
      failures++;
    }
  }

  async function run(): Promise<void> {
    for await (const reason of eachTurn(wakeSignal, {
      pauseInMs: () => pauseInMs,
      signal: stopping.signal,
    })) {
      if (reason !== "started" || !settings.startsWithPause) await runTurn();
    }
    if (settings.endsWithTurn) await runTurn();
  }

  const running = run();
  return {
    wake: wakeSignal.wake,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
