import { context, propagation, trace, TraceFlags, type Context } from '@opentelemetry/api';

/** W3C `traceparent` of a trace that continues later, in another process. */
export type Traceparent = string;

/** Context of the current span for a message that is delivered later; null if nothing is traced. */
export function currentTraceparent(): Traceparent | null {
  const span = trace.getSpanContext(context.active());
  if (!span || !trace.isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
}

/** Runs work as a part of the trace that a message carries; as it is without one. */
export function continueTrace<T>(traceparent: Traceparent | null | undefined, work: () => T): T {
  return traceparent ? context.with(contextOf(traceparent), work) : work();
}

/** Trace id of the current span, for log lines; undefined if nothing is traced. */
export function currentTraceId(): string | undefined {
  return trace.getSpanContext(context.active())?.traceId;
}

function contextOf(traceparent: Traceparent): Context {
  return propagation.extract(context.active(), { traceparent });
}
