import { isSpanContextValid, type Link, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("mintwright");

/** Runs work inside a span. Almost free when no traces are exported. */
export function withSpan<Result>(
  name: string,
  attributes: Record<string, string | number>,
  work: () => Promise<Result>,
  links: Link[] = [],
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes, links }, async (span) => {
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

/** Names the active span as the W3C header `traceparent` does; undefined when no traces are exported. */
export function getTraceParent(): string | undefined {
  const context = trace.getActiveSpan()?.spanContext();
  if (!context || !isSpanContextValid(context)) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Links a span to the one that a `traceparent` names; no link when it names none. */
export function linkTo(traceParent: unknown): Link[] {
  const [, traceId = "", spanId = "", flags] = String(traceParent).split("-");
  const context = { traceId, spanId, traceFlags: flags === "01" ? TraceFlags.SAMPLED : TraceFlags.NONE };
  return isSpanContextValid(context) ? [{ context }] : [];
}
