import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../platform/logging.ts";

/** Terminals and npx both pass Ctrl+C on, so one key press can arrive as two signals. */
const sameSignalWithinMs = 1_000;

export interface Shutdown {
  /** Announces that the process will stop, and how long it keeps serving after that. */
  drain?: { begin(): void; delayInMs: number };
  /** Finishes the work in progress and closes everything. */
  stop(): Promise<void>;
  /** How long `stop` may take. */
  timeoutInMs: number;
  logger: Logger;
}

/**
 * Stops the process on SIGTERM or SIGINT. Exits with 0 when `stop` finishes, and with 1 when it fails or takes too long or
 * another signal arrives.
 */
export function stopOnSignals({ drain, stop, timeoutInMs, logger }: Shutdown): void {
  let receivedAt: number | undefined;
  const shutDown = async (signal: string) => {
    if (receivedAt !== undefined) {
      if (performance.now() - receivedAt <= sameSignalWithinMs) return;
      logger.error({ signal }, "second signal received, exiting now");
      process.exit(1);
    }
    receivedAt = performance.now();
    logger.info({ signal, drainDelayInMs: drain?.delayInMs }, "signal received, shutting down");
    drain?.begin();
    await sleep(drain?.delayInMs);
    setTimeout(() => {
      logger.error({ timeoutInMs }, "shutdown timed out, exiting now");
      process.exit(1);
    }, timeoutInMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      logger.error({ error }, "shutdown failed, exiting now");
      process.exit(1);
    }
  };
  process.on("SIGTERM", shutDown);
  process.on("SIGINT", shutDown);
}
