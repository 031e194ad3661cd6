import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { jsonObject, readText, sendJson } from '../base/http';
import type { StandIn } from '../base/serve';
import { metricsPage, tracePage, tracesPage } from './pages';
import { readSpans, type Span } from './spans';

/** Newest traces that are kept, in memory. */
const MAX_TRACES = 500;
const MAX_SPANS_PER_TRACE = 2_000;
const SCRAPE_WITHIN_MS = 3_000;

/** Pages of metrics to show, by the name of their process. */
export type MetricsAddresses = Record<string, string>;

/** Collector with the spans that it took, by trace. */
export interface Collector extends StandIn {
  traces: ReadonlyMap<string, readonly Span[]>;
}

/**
 * Creates a collector of traces for one machine: takes OTLP over HTTP in JSON at `/v1/traces`, shows the newest 500
 * traces as waterfalls and the metrics of the processes, and forgets all at its end.
 */
export function createCollector(metrics: MetricsAddresses = {}): Collector {
  const traces = new Map<string, Span[]>();
  const server: Server = createServer((request, response) => {
    route(traces, metrics, request, response).catch((error: Error) => {
      sendJson(response, 400, JSON.stringify({ message: error.message }));
    });
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, traces, close };
}

async function route(
  traces: Map<string, Span[]>,
  metrics: MetricsAddresses,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://collector');
  if (request.method === 'POST' && pathname === '/v1/traces') {
    keep(traces, readSpans(jsonObject(await readText(request), (message) => new Error(message))));
    return sendJson(response, 200, '{}');
  }
  const trace = traces.get(/^\/traces\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? '');
  if (trace) return show(response, tracePage(trace));
  if (pathname === '/metrics') return show(response, metricsPage(await scrape(metrics)));
  if (pathname === '/') return show(response, tracesPage([...traces.values()].reverse()));
  sendJson(response, 404, JSON.stringify({ message: 'Nothing is here; begin at /' }));
}

function keep(traces: Map<string, Span[]>, spans: Span[]): void {
  for (const span of spans) {
    const trace = traces.get(span.traceId) ?? [];
    traces.set(span.traceId, trace);
    if (trace.length < MAX_SPANS_PER_TRACE) trace.push(span);
  }
  for (const oldest of traces.keys()) {
    if (traces.size <= MAX_TRACES) break;
    traces.delete(oldest);
  }
}

async function scrape(metrics: MetricsAddresses): Promise<[string, string][]> {
  const pages = Object.entries(metrics).map(async ([name, url]): Promise<[string, string]> => {
    try {
      const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_WITHIN_MS) });
      return [name, await answer.text()];
    } catch (error) {
      return [name, `# ${(error as Error).message}`];
    }
  });
  return Promise.all(pages);
}

function show(response: ServerResponse, page: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  response.writeHead(200, headers).end(page);
}
