import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type MetricLabels, type MetricName } from '../../contracts/metrics';
import { BUILD } from '../build';

type OfType<T> = { [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never }[MetricName];

/** Metrics that this process counts itself. */
export interface Metrics {
  /** Adds to a counter or a gauge. */
  add<N extends OfType<'counter' | 'gauge'>>(name: N, labels: MetricLabels<N>, amount?: number): void;
  /** Sets a gauge. */
  set<N extends OfType<'gauge'>>(name: N, labels: MetricLabels<N>, value: number): void;
  /** Records a duration in seconds. */
  observe<N extends OfType<'histogram'>>(name: N, labels: MetricLabels<N>, seconds: number): void;
  /** All of them in Prometheus' text format. */
  page(): Promise<string>;
}

/** Upper bounds in seconds: our answers end after 5 s, those of providers after 30 s. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of a process; `defaults` adds those of Node (`nodejs_*`, `process_*`). */
export function createMetrics({ defaults = false } = {}): Metrics {
  const registers = [new Registry()];
  const [register] = registers;
  if (defaults) collectDefaultMetrics({ register: register! });
  const counted = new Map<string, Counter | Gauge | Histogram>();
  for (const [name, { type, help, labels, from }] of Object.entries(METRICS)) {
    if (from === 'database') continue;
    const options = { name, help, labelNames: [...labels], registers };
    if (type === 'counter') counted.set(name, new Counter(options));
    else if (type === 'gauge') counted.set(name, new Gauge(options));
    else counted.set(name, new Histogram({ ...options, buckets: BUCKETS }));
  }
  const { version, buildId } = BUILD;
  const of = <M>(name: MetricName) => counted.get(name) as M;
  of<Gauge>('noi_build_info').set({ version, build_id: buildId }, 1);
  return {
    add: (name, labels, amount = 1) => of<Counter | Gauge>(name).inc(labels, amount),
    set: (name, labels, value) => of<Gauge>(name).set(labels, value),
    observe: (name, labels, seconds) => of<Histogram>(name).observe(labels, seconds),
    page: () => register!.metrics(),
  };
}
