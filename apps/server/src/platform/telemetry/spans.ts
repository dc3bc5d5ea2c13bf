import { SpanStatusCode, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("mintwright");

/** Runs work inside a span. Almost free when no traces are exported. */
export function withSpan<Result>(
  name: string,
  attributes: Record<string, string | number>,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
