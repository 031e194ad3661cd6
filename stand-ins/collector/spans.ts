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

function texts(attributes: Attributes = []): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? '')]));
}
