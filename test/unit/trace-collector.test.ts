import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { createCollector } from '../../stand-ins/collector/collector';
import { waterfall } from '../../stand-ins/collector/spans';

const traceId = 'a'.repeat(32);
const span = (spanId: string, parentSpanId: string, name: string, from: number, to: number, code = 1) => ({
  traceId,
  spanId,
  parentSpanId,
  name,
  startTimeUnixNano: `${from}000000`,
  endTimeUnixNano: `${to}000000`,
  status: { code },
  attributes: [{ key: 'noi.run_id', value: { stringValue: 'run_1' } }],
});
const exported = (...spans: object[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'noi-api' } }] },
      scopeSpans: [{ spans }],
    },
  ],
});

const metrics = createServer((_, response) => response.end('# HELP noi_runs Runs\nnoi_runs{kind="a<b"} 3\n'));
let collector: ReturnType<typeof createCollector>;
let url: string;
beforeAll(async () => {
  await once(metrics.listen(0, '127.0.0.1'), 'listening');
  const { port } = metrics.address() as AddressInfo;
  collector = createCollector({ api: `http://127.0.0.1:${port}`, worker: 'http://127.0.0.1:1' });
  await once(collector.server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(collector.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await collector.close();
  metrics.close();
});

const post = (body: unknown) =>
  fetch(`${url}/v1/traces`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
const page = async (path: string) => (await fetch(url + path)).text();

test('a trace is listed and shown as a waterfall, its names escaped', async () => {
  expect((await post(exported(span('2', '1', 'RunActivity:<b>', 1_010, 1_020, 2)))).status).toBe(200);
  await post(exported(span('1', '', 'POST /v1/evaluations', 1_000, 1_100)));
  expect(await page('/')).toContain('POST /v1/evaluations');
  const shown = await page(`/traces/${traceId}`);
  expect(shown.indexOf('POST /v1/evaluations')).toBeLessThan(shown.indexOf('RunActivity:&lt;b&gt;'));
  expect(shown).toContain('noi.run_id=run_1');
});

test('a span whose parent is not known yet is shown as a root, and below it once it is', () => {
  const place = (...spans: [string, string | null, number][]) =>
    waterfall(
      spans.map(([spanId, parentSpanId, startMs]) => ({
        traceId,
        spanId,
        parentSpanId,
        startMs,
        endMs: startMs + 1,
        name: spanId,
        service: 's',
        failed: false,
        attributes: {},
      })),
    ).map(({ name, depth }) => `${name}${depth}`);
  expect(place(['b', 'a', 1], ['c', 'b', 2])).toEqual(['b0', 'c1']);
  expect(place(['c', 'b', 3], ['b', 'a', 1], ['a', null, 0], ['d', 'a', 2])).toEqual(['a0', 'b1', 'c2', 'd1']);
});

test('metrics of each process are shown, and one that does not answer hides no other', async () => {
  const shown = await page('/metrics');
  expect(shown).toContain('noi_runs');
  expect(shown).toContain('a&lt;b');
  expect(shown).toMatch(/fetch failed|ECONNREFUSED/);
});

test('what is no trace is refused, and the next is taken', async () => {
  expect((await post('no json')).status).toBe(400);
  expect((await page('/nowhere')).includes('begin at /')).toBe(true);
  expect((await post(exported())).status).toBe(200);
});

test('the oldest traces go when there are too many', async () => {
  const many = Array.from({ length: 600 }, (_, i) => ({
    ...span('1', '', 'GET /', i, i + 1),
    traceId: i.toString(16).padStart(32, '0'),
  }));
  await post(exported(...many));
  expect(collector.traces.size).toBe(500);
  expect(collector.traces.has(many[599]!.traceId)).toBe(true);
  expect(collector.traces.has(many[0]!.traceId)).toBe(false);
});
