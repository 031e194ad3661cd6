import type { Sample } from '../../base/metrics';
import { createCollector } from '../../base/observation/metrics';

const outbox = (value: number): Sample[] => [
  { name: 'noi_outbox_messages', labels: {}, value },
  { name: 'noi_outbox_oldest_age_seconds', labels: {}, value: 10, ages: true },
];

/** A collector over figures that the test decides, on a clock that it moves. */
function collecting(read: () => Promise<Sample[]>, waitMs = 1_000) {
  const time = { now: 0 };
  const outage = { failures: 0, answers: 0 };
  const observer = { failed: () => void outage.failures++, answered: () => void outage.answers++ };
  const collector = createCollector(read, observer, { everyMs: 5_000, waitMs, now: () => time.now });
  return { time, outage, page: collector.page };
}

test('the database is read once for many pages, one after the other or at once', async () => {
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

test('while the database does not answer the page says so, and shows no figures of before', async () => {
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

test('a database that is silent delays the page by its bound at most, and is asked once', async () => {
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

test('slow figures are read less often, so they never use much of the database', async () => {
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
