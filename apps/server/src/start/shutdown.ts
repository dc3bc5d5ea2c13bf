import type { Logger } from "../platform/logging.ts";

/** Stops the process on SIGTERM or SIGINT: in order when it can, by force when the deadline passes. */
export function stopOnSignals(
  stop: () => Promise<void>,
  { logger, timeoutInMs }: { logger: Logger; timeoutInMs: number },
): void {
  let isStopping = false;
  const shutDown = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => {
      logger.error({ timeoutInMs }, "did not stop in time");
      process.exit(1);
    }, timeoutInMs).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        logger.error({ error }, "failed to stop in order");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", shutDown);
  process.on("SIGINT", shutDown);
}
