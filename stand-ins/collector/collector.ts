import { createServer, type ServerResponse } from 'node:http';
import { html, type Fragment } from '../../platform/html';
import { PAGE_HEADERS, pageOf } from '../base/front-page';
import { closeServer, jsonObject, readText, sendJson } from '../base/http';
import type { StandIn } from '../base/serve';
import { readSpans, waterfall, type Span } from './spans';

/** Newest traces that are kept, in memory. */
const MAX_TRACES = 500;
const MAX_SPANS_PER_TRACE = 2_000;
const SCRAPE_WITHIN_MS = 3_000;

/** Pages of metrics to show, by the name of their process. */
export type MetricsAddresses = Record<string, string>;

/**
 * Creates a collector of traces for one machine: takes OTLP over HTTP in JSON at `/v1/traces`, shows the newest traces as
 * waterfalls and the metrics of the processes, and forgets all at its end.
 */
export function createCollector(metrics: MetricsAddresses = {}): StandIn {
  const traces = new Map<string, Span[]>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://collector');
    const answer = async () => {
      if (request.method === 'POST' && pathname === '/v1/traces') {
        keep(traces, readSpans(jsonObject(await readText(request), (message) => new Error(message))));
        return sendJson(response, 200, '{}');
      }
      const trace = traces.get(pathname.slice('/traces/'.length));
      if (trace) return show(response, `Trace ${trace[0]!.traceId}`, tracePage(trace));
      if (pathname === '/metrics') return show(response, 'Metrics', await metricsPage(metrics));
      if (pathname === '/') return show(response, 'Traces', tracesPage([...traces.values()].reverse()));
      sendJson(response, 404, JSON.stringify({ message: 'Nothing is here; begin at /' }));
    };
    answer().catch((error: Error) => sendJson(response, 400, JSON.stringify({ message: error.message })));
  });
  return { server, close: () => closeServer(server) };
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

function tracesPage(traces: readonly Span[][]): Fragment {
  if (traces.length === 0) return html`<p>No request was traced yet.</p>`;
  return traces.map((spans) => {
    const [first] = waterfall(spans);
    const { traceId, name, startMs, endMs } = first!;
    const failed = spans.some((span) => span.failed) ? ', failed' : '';
    return html`<p>
      ${new Date(startMs).toISOString()} <a href="/traces/${traceId}">${name}</a>
      ${(endMs - startMs).toFixed(0)} ms, ${spans.length} spans${failed}
    </p>`;
  });
}

/** A trace as a waterfall: each span below its parent, with its start and length. */
function tracePage(spans: readonly Span[]): Fragment {
  const placed = waterfall(spans);
  const from = Math.min(...placed.map(({ startMs }) => startMs));
  const rows = placed.map(({ depth, name, service, startMs, endMs, failed, attributes }) => {
    const ids = Object.entries(attributes).filter(([key]) => /^(noi\.|http\.response)/.test(key));
    return html`<tr>
      <td>${'\u00A0'.repeat(depth * 3)}${name}${failed ? ' (failed)' : ''}</td>
      <td>${service}</td>
      <td>at ${(startMs - from).toFixed(1)} ms for ${(endMs - startMs).toFixed(1)} ms</td>
      <td>${ids.map((pair) => pair.join('=')).join(' ')}</td>
    </tr>`;
  });
  return html`<table>
    ${rows}
  </table>`;
}

async function metricsPage(metrics: MetricsAddresses): Promise<Fragment> {
  const pages = Object.entries(metrics).map(async ([name, url]) => {
    const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_WITHIN_MS) }).then(
      (answer) => answer.text(),
      (error: Error) => error.message,
    );
    return html`<h2>${name}</h2>
      <pre>${text}</pre>`;
  });
  return Promise.all(pages);
}

function show(response: ServerResponse, title: string, content: Fragment): void {
  const links = html`<a href="/">Traces</a> · <a href="/metrics">Metrics</a>`;
  response.writeHead(200, PAGE_HEADERS).end(pageOf(title, content, links));
}
