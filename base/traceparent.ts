const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

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
 * Trace context of a workflow's span, which is a child of its starter's span. The span id derives from the execution
 * id, so that a replay on another worker produces the same id. Null without a sampled trace.
 */
export function childOf(parent: string, executionId: string): string | null {
  const context = parseTraceparent(parent);
  const spanId = executionId.replaceAll('-', '').slice(-16);
  if (!context?.sampled || !/^[0-9a-f]{16}$/.test(spanId) || NOTHING.test(spanId)) return null;
  return `00-${context.traceId}-${spanId}-01`;
}
