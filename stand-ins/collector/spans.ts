/** A span as the collector keeps it. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  service: string;
  name: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  attributes: Record<string, string>;
}

/** Span with its depth below the root of its trace. */
export interface PlacedSpan extends Span {
  depth: number;
}

type Value = { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];

/** Spans of an OTLP export request in its JSON form (opentelemetry.io/docs/specs/otlp). */
export interface ExportRequest {
  resourceSpans?: {
    resource?: { attributes?: Attributes };
    scopeSpans?: {
      spans?: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        status?: { code?: number };
        attributes?: Attributes;
      }[];
    }[];
  }[];
}

const FAILED = 2;
const NANOS_PER_MS = 1e6;

/** Reads the spans of an export request. */
export function readSpans({ resourceSpans = [] }: ExportRequest): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = texts(resource?.attributes)['service.name'] ?? 'unknown';
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, status, attributes }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || null,
        service,
        name,
        startMs: Number(startTimeUnixNano) / NANOS_PER_MS,
        endMs: Number(endTimeUnixNano) / NANOS_PER_MS,
        failed: status?.code === FAILED,
        attributes: texts(attributes),
      })),
    );
  });
}

/** Spans in the order of a waterfall: each below its parent, siblings by start; orphans, whose parent is missing, as roots. */
export function waterfall(spans: readonly Span[]): PlacedSpan[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = new Map<string | null, Span[]>();
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const parent = span.parentSpanId !== null && known.has(span.parentSpanId) ? span.parentSpanId : null;
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const place = (parent: string | null, depth: number): PlacedSpan[] =>
    (children.get(parent) ?? []).flatMap((span) => [{ ...span, depth }, ...place(span.spanId, depth + 1)]);
  return place(null, 0);
}

function texts(attributes: Attributes = []): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? '')]));
}
