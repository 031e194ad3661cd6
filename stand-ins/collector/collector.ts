import { createServer } from 'node:http';
import { html } from '../../base/html';
import {
  PAGE_HEADERS,
  pageOf,
  closeServer,
  jsonObject,
  readText,
  sendJson,
  forThisMachine,
  type StandIn,
} from '../base/http';

/** Older traces are dropped. */
const MAX_TRACES = 100;

/** Metrics pages to link to, by process name. */
export type MetricsAddresses = Record<string, string>;

/** Creates a trace collector (OTLP over HTTP in JSON), which shows the newest traces on one page. */
export function createCollector(metrics: MetricsAddresses = {}): StandIn {
  const traces = new Map<string, Span[]>();
  const server = createServer(
    forThisMachine((request, response) => {
      const answer = async () => {
        if (request.method === 'POST') {
          keep(traces, readSpans(jsonObject(await readText(request), (message) => new Error(message))));
          return sendJson(response, 200, '{}');
        }
        const links = Object.entries(metrics).map(
          ([name, url]) => html`<a href="${url}/metrics">Metrics of ${name}</a> `,
        );
        const none = html`<p>No traces yet.</p>`;
        const shown = [...traces.values()].reverse().map((spans) => html`<pre>${textOf(spans)}</pre>`);
        response.writeHead(200, PAGE_HEADERS).end(pageOf('Traces', shown.length > 0 ? shown : none, links));
      };
      answer().catch((error: Error) => sendJson(response, 400, JSON.stringify({ message: error.message })));
    }),
  );
  return { server, close: () => closeServer(server) };
}

function keep(traces: Map<string, Span[]>, spans: Span[]): void {
  for (const span of spans) traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
  for (const oldest of [...traces.keys()].slice(0, -MAX_TRACES)) traces.delete(oldest);
}

/** A trace as text: one line per span, ordered by start time and indented below the parent. */
function textOf(spans: readonly Span[]): string {
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  const depthOf = (id: string | null): number => (id && parents.has(id) ? 1 + depthOf(parents.get(id)!) : 0);
  const inOrder = spans.toSorted((one, other) => one.startMs - other.startMs);
  const lines = inOrder.map(({ parentSpanId, name, service, startMs, endMs, failed, attributes }) => {
    const ids = Object.entries(attributes).filter(([key]) => /^(noi\.|http\.response)/.test(key));
    const times = `at ${(startMs - inOrder[0]!.startMs).toFixed(1)} ms for ${(endMs - startMs).toFixed(1)} ms`;
    const words = [name, failed ? '(failed)' : '', service, times, ...ids.map((pair) => pair.join('='))];
    return '   '.repeat(depthOf(parentSpanId)) + words.filter((word) => word !== '').join(' ');
  });
  return [new Date(inOrder[0]!.startMs).toISOString(), ...lines].join('\n');
}

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

/** An OTLP export request in JSON (opentelemetry.io/docs/specs/otlp). */
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
