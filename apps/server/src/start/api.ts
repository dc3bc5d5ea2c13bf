import { composeApi } from "../composition/compose-api.ts";
import { composePlatform } from "../composition/compose-platform.ts";
import type { Config } from "../config/index.ts";
import { createMetricsApp } from "../http/metrics-app.ts";
import { startIdleCollection } from "../platform/idle-collection.ts";
import { startTracing } from "../platform/telemetry/tracing.ts";
import { stopOnSignals } from "./shutdown.ts";

export async function startApi(config: Config): Promise<void> {
  const tracing = config.otlpEndpoint ? await startTracing(config.otlpEndpoint, "mintwright-api") : undefined;
  const platform = await composePlatform(config, "api");
  const draining = new AbortController();
  const app = composeApi(config, platform, { tracing, draining: draining.signal });
  const metricsApp = createMetricsApp(platform.metrics);
  const address = await app.listen({ host: config.host, port: config.port });
  const metricsAddress = await metricsApp.listen({ host: config.metricsHost, port: config.metricsPorts.api });
  const collection = startIdleCollection();
  stopOnSignals({
    drain: { begin: () => draining.abort(), delayInMs: config.drainDelayInMs },
    async stop() {
      collection.stop();
      await app.close();
      await metricsApp.close();
      await platform.stop();
      await tracing?.stop();
    },
    timeoutInMs: config.shutdownTimeoutInMs,
    logger: platform.logger,
  });
  platform.logger.info({ address, metricsAddress, processId: platform.self.processId }, "api is ready");
}
