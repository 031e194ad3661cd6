import { trace } from '@opentelemetry/api';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client';
import { BUILD } from '../build';
import type { Outage } from '../log';
import { METRICS, type MetricLabels, type MetricName, type Sample } from '../metrics';

type OfType<T> = { [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never }[MetricName];

export interface Metrics {
  add<N extends OfType<'counter' | 'gauge'>>(name: N, labels: MetricLabels<N>, amount?: number): void;
  set<N extends OfType<'gauge'>>(name: N, labels: MetricLabels<N>, value: number): void;
  observe<N extends OfType<'histogram'>>(name: N, labels: MetricLabels<N>, seconds: number): void;
  /** Calls `read` before each rendering of the page, for values that must be current. */
  onPage(read: () => void): void;
  page: MetricsPage;
}

/** Metrics in Prometheus text format, or in OpenMetrics (which has exemplars) without the final `# EOF`. */
export type MetricsPage = (openMetrics?: boolean) => Promise<string>;

/** Upper bounds of buckets in seconds. Our own responses end within 5 s, and those of providers within 30 s. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of a process. `defaults` adds prom-client's defaults (`nodejs_*`, `process_*`). */
export function createMetrics({ defaults = false } = {}): Metrics {
  const register = openMetricsRegistry();
  const registers = [register];
  const readers: (() => void)[] = [];
  if (defaults) collectDefaultMetrics({ register });
  const counted = new Map<string, Counter | Gauge | Histogram>();
  for (const [name, { type, help, labels, from }] of Object.entries(METRICS)) {
    if (from === 'database') continue;
    const options = { name, help, labelNames: [...labels], registers };
    if (type === 'counter') counted.set(name, new Counter(options));
    else if (type === 'gauge') counted.set(name, new Gauge(options));
    else counted.set(name, new Histogram({ ...options, buckets: BUCKETS, enableExemplars: true }));
  }
  const { version, buildId } = BUILD;
  const of = <M>(name: MetricName) => counted.get(name) as M;
  of<Gauge>('noi_build_info').set({ version, build_id: buildId }, 1);
  return {
    add: (name, labels, amount = 1) => of<Counter | Gauge>(name).inc(labels, amount),
    set: (name, labels, value) => of<Gauge>(name).set(labels, value),
    observe: (name, labels, value) => of<Histogram>(name).observe({ labels, value, exemplarLabels: currentTrace() }),
    onPage: (read) => void readers.push(read),
    async page(openMetrics) {
      for (const read of readers) read();
      return inFormat(await register.metrics(), openMetrics);
    },
  };
}

function openMetricsRegistry(): Registry {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry as unknown as Registry;
}

/** Exemplar for the current measurement: the id of the current trace, if that trace is sampled. */
function currentTrace(): Record<string, string> {
  const current = trace.getActiveSpan()?.spanContext();
  return current && current.traceFlags & 1 ? { trace_id: current.traceId } : {};
}

/** Converts OpenMetrics to the text format. prom-client cannot write both: OpenMetrics makes it rename counters. */
function inFormat(page: string, openMetrics = false): string {
  const lines = page.replace(/# EOF\n$/, '');
  if (openMetrics) return lines;
  return lines
    .replaceAll(/^# HELP (\S+) (.*)\n# TYPE \1 counter$/gm, '# HELP $1_total $2\n# TYPE $1_total counter')
    .replaceAll(/^(\S+_bucket\{.*\} \S+) # \{.*$/gm, '$1');
}

/** Minimum interval between two reads, however often the page is requested. */
const EVERY_MS = 5_000;
/** The pause after a read is this many times as long as the read, so slow reads take at most 1/20 of the time. */
const REST = 20;
const LONGEST_REST_MS = 60_000;
const WAIT_MS = 2_000;

/** Reads metrics at most every 5 s. A page waits at most 2 s for a read and shows no values from before an outage. */
export function createCollector(
  read: () => Promise<Sample[]>,
  outage: Outage,
  { everyMs = EVERY_MS, waitMs = WAIT_MS, now = () => performance.now() } = {},
) {
  let reading: Promise<Reading> | null = null;
  let latest: Reading | null = null;
  const readNow = async (): Promise<Reading> => {
    const begunAt = now();
    const samples = await read().catch((error: unknown) => {
      outage.failed(error);
      return null;
    });
    if (samples) outage.answered();
    const readAt = now();
    const restMs = samples ? Math.min(LONGEST_REST_MS, (readAt - begunAt) * REST) : 0;
    return { samples, readAt, staleAt: readAt + Math.max(everyMs, restMs) };
  };
  const current = async (): Promise<Reading | null> => {
    if (latest && now() < latest.staleAt) return latest;
    reading ??= readNow().then((done) => {
      reading = null;
      return (latest = done);
    });
    return Promise.race([reading, after(waitMs)]);
  };
  return {
    /** Metrics page. If the database cannot be read, contains only `noi_collector_up 0`. */
    async page(openMetrics?: boolean): Promise<string> {
      const found = await current();
      const ageSeconds = found ? (now() - found.readAt) / 1_000 : 0;
      return inFormat(await rendered(found?.samples ?? null, ageSeconds), openMetrics);
    },
  };
}

interface Reading {
  /** Null if the database did not respond. */
  samples: Sample[] | null;
  readAt: number;
  staleAt: number;
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => void setTimeout(resolve, ms, null).unref());
}

function rendered(samples: Sample[] | null, ageSeconds: number): Promise<string> {
  const registry = openMetricsRegistry();
  const registers = [registry];
  const metrics = new Map<string, Counter | Gauge>();
  const metricOf = (name: Sample['name']): Counter | Gauge => {
    const { type, help, labels } = METRICS[name];
    const options = { name, help: `${help}; the same on every process`, labelNames: [...labels], registers };
    const metric = metrics.get(name) ?? (type === 'counter' ? new Counter(options) : new Gauge(options));
    metrics.set(name, metric);
    return metric;
  };
  metricOf('noi_collector_up').inc(samples ? 1 : 0);
  for (const { name, labels, value, ages } of samples ?? []) {
    metricOf(name).inc(labels, ages ? value + ageSeconds : value);
  }
  return registry.metrics();
}
