import { html, type Fragment, type Markup } from '../../platform/html';
import { waterfall, type PlacedSpan, type Span } from './spans';

const STYLE = html`<style>
  body {
    font:
      14px/1.5 system-ui,
      sans-serif;
    margin: 2rem;
    color: #1a1a1a;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  td,
  th {
    text-align: left;
    padding: 2px 8px;
    border-bottom: 1px solid #eee;
    white-space: nowrap;
  }
  td.wide {
    width: 50%;
  }
  svg {
    display: block;
    width: 100%;
    height: 14px;
  }
  rect {
    fill: #3b6fb5;
  }
  .failed rect {
    fill: #b53b3b;
  }
  .failed {
    color: #b53b3b;
  }
  code {
    font-size: 12px;
    color: #666;
  }
</style>`;

/** Page with the newest traces. */
export function tracesPage(traces: readonly (readonly Span[])[]): string {
  const rows = traces.map((spans) => {
    const placed = waterfall(spans);
    const first = placed[0]!;
    const { from, length } = extent(placed);
    return html`<tr class="${placed.some(({ failed }) => failed) ? 'failed' : ''}">
      <td>${new Date(from).toISOString()}</td>
      <td><a href="/traces/${first.traceId}">${first.name}</a></td>
      <td>${length.toFixed(0)} ms</td>
      <td>${spans.length} spans</td>
      <td><code>${idsOf(first)}</code></td>
    </tr>`;
  });
  return page(
    'Traces',
    rows.length > 0
      ? html`<table>
          ${rows}
        </table>`
      : html`<p>No request was traced yet.</p>`,
  );
}

/** Page with one trace as a waterfall. */
export function tracePage(spans: readonly Span[]): string {
  const placed = waterfall(spans);
  const { from, length } = extent(placed);
  const rows = placed.map((span) => {
    const [x, width] = [share(span.startMs - from, length), Math.max(share(span.endMs - span.startMs, length), 0.2)];
    return html`<tr class="${span.failed ? 'failed' : ''}">
      <td>${'\u00A0'.repeat(span.depth * 3)}${span.name}</td>
      <td>${span.service}</td>
      <td>${(span.endMs - span.startMs).toFixed(1)} ms</td>
      <td class="wide">
        <svg><rect x="${x}%" width="${width}%" height="10" y="2" /></svg>
      </td>
      <td><code>${idsOf(span)}</code></td>
    </tr>`;
  });
  return page(
    `Trace ${placed[0]!.traceId}`,
    html`<table>
      ${rows}
    </table>`,
  );
}

/** Page with the metrics of all processes, of each its name, labels and value. */
export function metricsPage(processes: readonly (readonly [string, string])[]): string {
  const parts = processes.map(([name, text]) => {
    const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE)/.test(line));
    return html`<h2>${name}</h2>
      <table>
        ${lines.map(metricRow)}
      </table>`;
  });
  return page('Metrics', html`${parts.length > 0 ? parts : html`<p>No process offers metrics.</p>`}`);
}

function metricRow(line: string): Markup {
  const [, name = line, labels = '', value = ''] = /^([a-z_:]\w*)(\{.*\})? (.+)$/i.exec(line) ?? [];
  return html`<tr>
    <td>${name}</td>
    <td><code>${labels}</code></td>
    <td>${value}</td>
  </tr>`;
}

function idsOf({ attributes }: Span): string {
  return Object.entries(attributes)
    .filter(([name]) => name.startsWith('noi.') || name.startsWith('http.response'))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function extent(spans: readonly PlacedSpan[]): { from: number; length: number } {
  const from = Math.min(...spans.map(({ startMs }) => startMs));
  return { from, length: Math.max(...spans.map(({ endMs }) => endMs)) - from };
}

function share(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0;
}

function page(title: string, content: Fragment): string {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" /><title>${title}</title
      >${STYLE}
      <nav><a href="/">Traces</a> · <a href="/metrics">Metrics</a></nav>
      <h1>${title}</h1>
      ${content}
    </html>`.toString();
}
