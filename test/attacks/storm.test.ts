import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { allEndpoints } from '../../api/endpoints/table';
import { newId } from '../../contracts/ids';
import type { AnyEndpoint } from '../../http/endpoint';
import { exampleOf } from '../../http/examples';
import { call, createEvaluation, TEST_MAIL_WEBHOOK_SECRET, TEST_TOKEN_SECRETS } from '../support/api';
import { WEBHOOK_SECRETS } from '../support/shop';
import { prepareShop } from '../support/processes';
import { mailHeaders, stripeHeaders } from '../support/webhooks';
import { use } from '../support/use';

const AT_ONCE = 24;
const MAX_PROBLEM_BYTES = 16_000;
/** A page can show a form again with its input. */
const MAX_ANSWER_BYTES = 512_000;
/** Without bounds one error list took 2,200 MB, one bomb 50 MB. */
const MAX_GROWTH_MB = 400;

const product = use(async () => {
  const settings = {
    LIMITS_SCALE: '100000',
    RESEND_API_KEY: 're_of_nobody',
    TOKEN_SECRET: TEST_TOKEN_SECRETS[0].value,
    RESEND_WEBHOOK_SECRET: TEST_MAIL_WEBHOOK_SECRET,
  };
  const shop = await prepareShop({ lifetime: '31m', grace: '5m', sweep: '10m' }, { env: settings });
  await shop.api.start();
  return shop;
});

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', raw: 'application/json', json: 'application/json' };
const EVENTS: Record<string, object> = {
  '/webhooks/stripe': { id: 'evt_1', type: 'checkout.session.completed', livemode: true, data: { object: {} } },
  '/webhooks/resend': { type: 'email.complained', data: { to: ['reader@example.com'] } },
};
const list = (part: string, times: number) => Array.from({ length: times }, () => part).join(',');
const largest = `{"${'k'.repeat(31_000)}":${'['.repeat(7)}${list('[]', 11_000)}${']'.repeat(7)}}`;
const replaced = (example: object, value: unknown) =>
  JSON.stringify({ ...example, [Object.keys(example)[0] ?? 'x']: value });

/** Hostile bodies; `example` is one that the endpoint accepts. */
const HOSTILE: ((example: object) => string | Buffer)[] = [
  () => '['.repeat(30_000),
  () => '['.repeat(30_000) + ']'.repeat(30_000),
  () => largest,
  () => `{${Array.from({ length: 4_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  () => Buffer.alloc(400_000, 'x'),
  () => '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
  () => Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
  (example) => replaced(example, '\u0301\u0323'.repeat(12_000)),
  (example) => replaced(example, '\ud800'),
  (example) => replaced(example, { a: { b: { c: {} } } }),
  (example) => JSON.stringify(example).replaceAll(/:("[^"]*"|\d+)/g, ':1e400'),
  (example) => JSON.stringify(example).replace(/}$/, `,${JSON.stringify(example).slice(1)}`),
  (example) => JSON.stringify(example),
];
const BOMBS = [
  ['gzip', gzipSync(Buffer.alloc(50_000_000, ' '))],
  ['br', brotliCompressSync(Buffer.alloc(50_000_000, ' '))],
] as const;

function signature({ path }: AnyEndpoint, bytes: Buffer, number: number): Record<string, string> {
  if (path === '/webhooks/stripe') return stripeHeaders(bytes, WEBHOOK_SECRETS.live);
  return path === '/webhooks/resend' ? mailHeaders(bytes, TEST_MAIL_WEBHOOK_SECRET, `msg_${number}`) : {};
}

/** Every endpoint with every hostile body, past authentication and signature. */
function shots() {
  const endpoints = allEndpoints('http://x').filter(({ method }) => method === 'POST');
  return endpoints.flatMap((endpoint, at) => {
    const example = (EVENTS[endpoint.path] ?? (endpoint.body ? exampleOf(endpoint.body) : {})) as object;
    const bodies = HOSTILE.map((make) => ({ bytes: Buffer.from(make(example)), headers: {} }));
    const bombs = BOMBS.map(([encoding, bytes]) => ({ bytes, headers: { 'content-encoding': encoding } }));
    return [...bodies, ...bombs].map(({ bytes, headers }, number) => ({
      name: `${endpoint.path} ${number}`,
      path: endpoint.path.replace('{id}', newId(endpoint.id?.prefix ?? 'run')),
      bytes,
      headers: {
        'content-type': CONTENT_TYPES[endpoint.bodyType ?? 'json'],
        ...(endpoint.auth.type === 'key' && { 'x-api-key': product.customer.apiKey }),
        ...(endpoint.idempotent && { 'idempotency-key': `storm-${at}-${number}` }),
        ...signature(endpoint, bytes, at * 100 + number),
        ...headers,
      },
    }));
  });
}

/** Largest resident memory so far, in MB; 0 where there is no `/proc`. */
function peakMb(): number {
  if (process.platform !== 'linux') return 0;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.api.pid()}/status`, 'utf8'))![1]) / 1024;
}

test('serves an honest client while every endpoint gets hostile bodies', async () => {
  const [pid, before] = [product.api.pid(), peakMb()];
  const waiting = shots();
  const wrong: string[] = [];
  const statuses = new Set<number>();
  const shoot = async () => {
    for (let shot = waiting.pop(); shot; shot = waiting.pop()) {
      const { name, path, bytes, headers } = shot;
      const answer = await fetch(product.api.url + path, { method: 'POST', body: bytes, headers, redirect: 'manual' });
      const { length } = Buffer.from(await answer.arrayBuffer());
      const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json');
      statuses.add(answer.status);
      if (answer.status >= 500 && answer.status !== 503) wrong.push(`${name}: ${answer.status}`);
      if (length > (isProblem ? MAX_PROBLEM_BYTES : MAX_ANSWER_BYTES)) wrong.push(`${name}: ${length} bytes`);
    }
  };
  let served = 0;
  const honest = async () => {
    for (; waiting.length > 0; served += 1) {
      const account = await call(product.api, 'GET', '/v1/account', { key: product.customer.apiKey });
      const run = await createEvaluation(product.api, product.customer, 'honest');
      for (const { status } of [account, run])
        if (status !== 200 && status !== 202 && status !== 503) wrong.push(`an honest client got ${status}`);
    }
  };
  await Promise.all([honest(), ...Array.from({ length: AT_ONCE }, shoot)]);
  expect(wrong).toEqual([]);
  expect(served).toBeGreaterThan(0);
  // Proves that bodies passed authentication and signature.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 202, 400, 413]));
  expect(product.api.pid()).toBe(pid);
  expect(peakMb() - before).toBeLessThan(MAX_GROWTH_MB);
}, 180_000);
