import { Counter, Gauge, Registry } from 'prom-client';
import { METRICS, type Sample } from '../../contracts/metrics';
import type { Outage } from '../outage';

/** Shortest time between two readings of the figures, however often the page is asked for. */
const EVERY_MS = 5_000;
/** A reading that takes long is repeated after this many times its duration: it never uses more than a twentieth. */
const REST = 20;
/** Longest age of figures. */
const LONGEST_REST_MS = 60_000;
/** Longest wait of the page for a reading. */
const WAIT_MS = 2_000;

/** Figures that every process reads from the database, as a part of the page. */
export interface Collector {
  /** The figures in Prometheus' text format; without them, and with `noi_collector_up 0`, where they cannot be read. */
  page(): Promise<string>;
}

/**
 * Creates a collector that reads at most every five seconds, once at a time. The page never waits longer than two
 * seconds and never shows figures of before an outage, which it reports to `outage`; ages grow with the time since they
 * were read.
 */
export function createCollector(
  read: () => Promise<Sample[]>,
  outage: Outage,
  { everyMs = EVERY_MS, waitMs = WAIT_MS, now = () => performance.now() } = {},
): Collector {
  let reading: Promise<Reading> | null = null;
  let latest: Reading | null = null;
  const readAnew = async (): Promise<Reading> => {
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
    reading ??= readAnew().then((done) => {
      reading = null;
      return (latest = done);
    });
    return Promise.race([reading, after(waitMs)]);
  };
  return {
    async page() {
      const found = await current();
      const ageSeconds = found ? (now() - found.readAt) / 1_000 : 0;
      return rendered(found?.samples ?? null, ageSeconds);
    },
  };
}

interface Reading {
  /** Null where the database did not answer. */
  samples: Sample[] | null;
  readAt: number;
  staleAt: number;
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => void setTimeout(resolve, ms, null).unref());
}

function rendered(samples: Sample[] | null, ageSeconds: number): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const metrics = new Map<string, Counter | Gauge>();
  const metricOf = (name: Sample['name']): Counter | Gauge => {
    const { type, help, labels } = METRICS[name];
    const options = { name, help, labelNames: [...labels], registers };
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
