import type { FastifyPluginCallback } from "fastify";

export interface Tracing {
  fastifyPlugin: FastifyPluginCallback;
  stop(): Promise<void>;
}

/**
 * Exports traces to an OTLP endpoint. Imported on demand: the exporter costs start-up time and memory that a process
 * without a collector should not spend.
 */
export async function startTracing(otlpEndpoint: string, serviceName: string): Promise<Tracing> {
  const [{ NodeSDK }, { OTLPTraceExporter }, { UndiciInstrumentation }, { FastifyOtelInstrumentation }] =
    await Promise.all([
      import("@opentelemetry/sdk-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/instrumentation-undici"),
      import("@fastify/otel"),
    ]);
  const fastifyInstrumentation = new FastifyOtelInstrumentation({ registerOnInitialization: false });
  const sdk = new NodeSDK({
    serviceName,
    traceExporter: new OTLPTraceExporter({ url: `${otlpEndpoint.replace(/(?<!\/)\/+$/, "")}/v1/traces` }),
    instrumentations: [fastifyInstrumentation, new UndiciInstrumentation()],
  });
  sdk.start();
  return {
    fastifyPlugin: fastifyInstrumentation.plugin() as FastifyPluginCallback,
    stop: () => sdk.shutdown(),
  };
}
