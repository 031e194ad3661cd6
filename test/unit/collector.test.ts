import type { Sample } from '../../base/metrics';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { createCollector, createMetrics } from '../../base/observation/metrics';
import { checkHealth, observe } from '../../base/observation/server';
import { freePort } from '../../local/ports';

const outbox = (value: number): Sample[] => [
  { name: 'noi_outbox_messages', labels: {}, value },
  { name: 'noi_outbox_oldest_age_seconds', labels: {}, value: 10, ages: true },
];

/** A collector with figures and a clock that the test controls. */
function collecting(read: () => Promise<Sample[]>, waitMs = 1_000) {
  const time = { now: 0 };
  const outage = { failures: 0, answers: 0 };
  const observer = { failed: () => void outage.failures++, answered: () => void outage.answers++ };
  const collector = createCollector(read, observer, { everyMs: 5_000, waitMs, now: () => time.now });
  return { time, outage, page: collector.page };
}

test('reads the database once for many pages, sequential or concurrent', async () => {
  let reads = 0;
  const { time, page } = collecting(() => Promise.resolve(outbox(++reads)));
  expect(await Promise.all([page(), page(), page()])).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('noi_outbox_messages 1\n')),
  );
  time.now = 4_999;
  expect(await page()).toContain('noi_outbox_messages 1\n');
  time.now = 5_000;
  expect(await page()).toContain('noi_outbox_messages 2\n');
  expect(reads).toBe(2);
});

test('reports an unavailable database, and shows no old figures', async () => {
  let fails = false;
  const { time, outage, page } = collecting(() =>
    fails ? Promise.reject(new Error('away')) : Promise.resolve(outbox(7)),
  );
  expect(await page()).toContain('noi_collector_up 1\n');
  fails = true;
  time.now = 5_000;
  const without = await page();
  expect(without).toContain('noi_collector_up 0\n');
  expect(without).not.toContain('noi_outbox_messages');
  expect(outage).toEqual({ failures: 1, answers: 1 });
  fails = false;
  time.now = 10_000;
  expect(await page()).toContain('noi_outbox_messages 7\n');
});

test('waits for a silent database no longer than the limit, and queries it only once', async () => {
  let reads = 0;
  const { page } = collecting(() => {
    reads += 1;
    return new Promise<Sample[]>(() => undefined);
  }, 10);
  expect(await Promise.all([page(), page()])).toEqual([
    expect.stringContaining('noi_collector_up 0\n'),
    expect.stringContaining('noi_collector_up 0\n'),
  ]);
  expect(reads).toBe(1);
});

test('reads slow figures less often to limit their database load', async () => {
  let reads = 0;
  const { time, page } = collecting(() => {
    reads += 1;
    time.now += 2_000;
    return Promise.resolve(outbox(1));
  });
  await page();
  time.now = 2_000 + 39_999;
  await page();
  expect(reads).toBe(1);
  time.now = 2_000 + 40_000;
  await page();
  expect(reads).toBe(2);
});

test('includes exemplars of kept traces if the scraper accepts OpenMetrics', async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const metrics = createMetrics();
  const spent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  for (const [traceFlags, seconds] of [
    [1, 0.2],
    [0, 0.4],
  ] as const) {
    const traced = trace.setSpanContext(ROOT_CONTEXT, { ...spent, traceFlags });
    context.with(traced, () => metrics.observe('noi_database_wait_seconds', {}, seconds));
  }
  const { page } = collecting(() => Promise.resolve([{ name: 'noi_alerts_raised_total', labels: {}, value: 3 }]));
  const health = () => checkHealth([]);
  const at = { METRICS_PORT: await freePort(), METRICS_HOST: '127.0.0.1' };
  const server = (await observe(at, { metrics: [metrics.page, page], live: health, ready: health }))!;
  const scraped = async (accept: string) =>
    (await fetch(`${server.url}/metrics`, { headers: { accept } }).then((response) => response.text())).trimEnd();
  const open = await scraped('application/openmetrics-text;version=1.0.0,text/plain;q=0.5');
  expect(open.match(/^.* # \{.*$/gm)).toEqual([
    expect.stringMatching(/^noi_database_wait_seconds_bucket\{le="0.25"\} 1 # \{trace_id="a{32}"\} 0.2 [\d.]+$/),
  ]);
  expect(open).toMatch(/# TYPE noi_alerts_raised counter\nnoi_alerts_raised_total 3\n# EOF$/);
  const plain = await scraped('text/plain');
  expect(plain).not.toMatch(/ # |EOF/);
  expect(plain).toMatch(/# TYPE noi_alerts_raised_total counter\nnoi_alerts_raised_total 3$/);
  await server.close();
});
