import { composePlatform } from "../composition/compose-platform.ts";
import { startWork } from "../composition/compose-worker.ts";
import type { Config } from "../config/index.ts";
import { startQueueLengthRecords } from "../features/operator/index.ts";
import { createMetricsApp } from "../http/metrics-app.ts";
import { startIdleCollection } from "../platform/idle-collection.ts";
import { startTracing } from "../platform/telemetry/tracing.ts";
import { stopOnSignals } from "./shutdown.ts";

export async function startWorker(config: Config): Promise<void> {
  const tracing = config.otlpEndpoint
    ? await startTracing(config.otlpEndpoint, "mintwright-worker")
    : undefined;
  const platform = await composePlatform(config, "worker");
  const work = await startWork(config, platform);
  const metricsApp = createMetricsApp(platform.metrics);
  const metricsAddress = await metricsApp.listen({
    host: config.metricsHost,
    port: config.metricsPorts.worker,
  });
  const collection = startIdleCollection();
  const records = startQueueLengthRecords(platform);
  stopOnSignals({
    async stop() {
      collection.stop();
      await records.stop();
      await work.stop();
      await metricsApp.close();
      await platform.stop();
      await tracing?.stop();
    },
    timeoutInMs: config.shutdownTimeoutInMs,
    logger: platform.logger,
  });
  platform.logger.info({ metricsAddress, processId: platform.self.processId }, "worker is ready");
}
