import type { Logger } from "../platform/logging.ts";

/** Stops the process on SIGTERM or SIGINT: cleanly if `stop` finishes before the deadline, by exit code 1 if not. */
export function stopOnSignals(
  stop: () => Promise<void>,
  { logger, timeoutInMs }: { logger: Logger; timeoutInMs: number },
): void {
  let isStopping = false;
  const shutDown = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, "signal received, shutting down");
    setTimeout(() => {
      logger.error({ timeoutInMs }, "shutdown timed out, exiting now");
      process.exit(1);
    }, timeoutInMs).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        logger.error({ error }, "shutdown failed, exiting now");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", shutDown);
  process.on("SIGINT", shutDown);
}
