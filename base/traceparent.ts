const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

/** Parts of a W3C `traceparent`. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** Parses a W3C `traceparent` of version 00; null for anything else. */
export function parseTraceparent(text: string): TraceContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (!traceId || !spanId || NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

/**
 * Context of the span of a workflow below the one that started it. Its span id derives from the id of the execution, so
 * a replay on another worker names the same span. Null if nothing is traced.
 */
export function childOf(parent: string, executionId: string): string | null {
  const context = parseTraceparent(parent);
  const spanId = executionId.replaceAll('-', '').slice(-16);
  if (!context?.sampled || !/^[0-9a-f]{16}$/.test(spanId) || NOTHING.test(spanId)) return null;
  return `00-${context.traceId}-${spanId}-01`;
}
