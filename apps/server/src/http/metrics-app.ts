import Fastify, { type FastifyInstance } from "fastify";
import type { Metrics } from "../platform/telemetry/metrics.ts";

/** Creates the metrics server. It has a port of its own, so that metrics are not public. */
export function createMetricsApp({ registry }: Metrics): FastifyInstance {
  const app = Fastify({ logger: false });
  app.get("/metrics", async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return app;
}
